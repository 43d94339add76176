/**
 * Whether a path of the web app is the device check page, the only page whose document may ask for the
 * microphone and the camera. The server allows these for that document, and the page checks whether its document was
 * sent with this permission.
 */
export const isDeviceCheck = (path: string) =>
  /^\/(?:check|study\/details\/[^/]+\/check)\/?$/.test(path);
