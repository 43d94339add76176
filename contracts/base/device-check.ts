/**
 * Whether a path of the web app is the device check page. Only this page may use the microphone and
 * the camera. The server sends the permission in the headers of the page, and the page checks that
 * it has the permission.
 */
export const isDeviceCheckPath = (path: string) =>
  /^\/(?:check|study\/details\/[^/]+\/check)\/?$/.test(path);
