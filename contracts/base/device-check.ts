/**
 * Whether a path of the web app is the device check page. Only the document of that page may ask
 * for the microphone and the camera: the server permits it with the document, and the page checks
 * that its document has this permission.
 */
export const isDeviceCheckPath = (path: string) =>
  /^\/(?:check|study\/details\/[^/]+\/check)\/?$/.test(path);
