/*
 * Names of study files that the server and the browser use; study-path.ts has the other checks of a
 * path.
 */

/** The folder of files that this server adds to a study's files. */
export const platformFolder = '__commonlab';

/**
 * The path of an empty page at a study's own origin. When a browser opens this page, it deletes
 * what the study has stored in the browser.
 */
export const clearStoragePath = `${platformFolder}/forget`;

/**
 * The path of the list of licences and creators in the ZIP of a version; no file of a study can
 * have this path.
 */
export const attributionPath = `${platformFolder}/attribution.csv`;

/** The path of our own `jatos.js`, which replaces a file of that name in a study. */
export const jatosPath = `${platformFolder}/jatos.js`;

/**
 * Whether a path leads to an HTML page: by its ending, or because it is a folder, for which the
 * server sends the folder's page.
 */
export const isPageName = (path: string): boolean => /(\.x?html?|\/)$/i.test(path);
/** Whether a path has the name of a server-side script; this server runs none. */
export const isServerScript = (path: string): boolean => /\.(php|cgi|aspx?|jsp|py|rb)$/i.test(path);
