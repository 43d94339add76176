/**
 * Whether a path of the web app is the check of one's own device, the one page whose document may ask
 * for the microphone and the camera. The server answers with that permission, and the page looks
 * whether its document came with it.
 */
export const isDeviceCheck = (path: string) =>
  /^\/(?:check|study\/details\/[^/]+\/check)\/?$/.test(path);
