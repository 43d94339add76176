/*
 * Names of study files that the server and the browser use; study-path.ts has the other checks of a
 * path.
 */

/** The folder of files that this server adds to a study's files. */
export const platformFolder = '__commonlab';

/**
 * The path, at a study's own origin, of an empty page that makes the browser delete what the study
 * has stored there.
 */
export const clearStoragePath = `${platformFolder}/forget`;

/** The list of licences and creators in the ZIP of a version; a study cannot have a file of this path. */
export const attributionPath = `${platformFolder}/attribution.csv`;

/** The path of our own `jatos.js`, which replaces a file of that name in a study. */
export const jatosPath = `${platformFolder}/jatos.js`;

/** Whether a path is an HTML page by its name, or a folder, which stands for its page. */
export const isPageName = (path: string): boolean => /(\.x?html?|\/)$/i.test(path);
/** Whether a path has the name of a server-side script; this server runs none. */
export const isServerScript = (path: string): boolean => /\.(php|cgi|aspx?|jsp|py|rb)$/i.test(path);
