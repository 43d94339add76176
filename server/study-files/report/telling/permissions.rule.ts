/**
 * What the frame of a study is not given, whatever the participant would answer: it has none of these
 * permissions (web/src/runner/study-frame.ts), which belong to an origin or to a policy of the page.
 */
const ofNavigator =
  /^navigator\.(clipboard(?:\.\w+)?|geolocation(?:\.\w+)?|wakeLock(?:\.\w+)?|usb|serial|hid|bluetooth|xr|credentials(?:\.\w+)?|requestMIDIAccess|mediaDevices\.getDisplayMedia)$/;
const others =
  /^(Notification\.requestPermission|Device(?:Motion|Orientation)Event\.requestPermission)$/;
const made =
  /^(Accelerometer|LinearAccelerationSensor|GravitySensor|Gyroscope|Magnetometer|AmbientLightSensor|PaymentRequest|IdleDetector|PresentationRequest)$/;

/** @param name dotted, without `window.` @returns as it is told, or null */
export function refusedPermission(name: string): string | null {
  return ofNavigator.test(name) || others.test(name) ? name : null;
}
/** @param name of what is made by `new` */
export const refusedSensor = (name: string): string | null => (made.test(name) ? name : null);
