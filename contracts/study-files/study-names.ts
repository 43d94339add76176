/*
 * Names of files of studies, for server and browser: without what else a path is checked for.
 */

/** The folder of files that the product itself serves, beside a study's files. */
export const ownFolder = '__commonlab';

/**
 * The path, at a study's own origin, of an empty page that makes the browser delete what the study has stored there.
 */
export const forgetPath = `${ownFolder}/forget`;

/** JATOS' script of ours, whatever a study has of that name. */
export const jatosPath = `${ownFolder}/jatos.js`;

/** Whether a path is that of a page, by its name, or of a folder, which has one. */
export const isPageName = (path: string): boolean => /(\.x?html?|\/)$/i.test(path);
/** A script for a server, by its name: here is none that could run it. */
export const isServerScript = (path: string): boolean => /\.(php|cgi|aspx?|jsp|py|rb)$/i.test(path);
