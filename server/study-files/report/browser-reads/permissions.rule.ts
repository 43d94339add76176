/*
 * Features that the frame of a study never gets, even if the participant agreed: it has none of these
 * permissions (web/src/runner/study-frame.ts), which belong to an origin or to a policy of the page.
 */

/** Properties of `navigator` that require a permission, whether or not a method is called on them. */
const ofNavigator = ['clipboard', 'geolocation', 'wakeLock', 'credentials'];
const alone = ['usb', 'serial', 'hid', 'bluetooth', 'xr', 'requestMIDIAccess'];
const asked = new RegExp(
  `^navigator\\.(?:(?:${ofNavigator.join('|')})(?:\\.\\w+)?|${alone.join('|')}|mediaDevices\\.getDisplayMedia)$`,
);
const others = /^(?:Notification|DeviceMotionEvent|DeviceOrientationEvent)\.requestPermission$/;
const made: ReadonlySet<string> = new Set([
  ...['Accelerometer', 'LinearAccelerationSensor', 'GravitySensor', 'Gyroscope', 'Magnetometer'],
  ...['AmbientLightSensor', 'PaymentRequest', 'IdleDetector', 'PresentationRequest'],
]);

/** @param name dotted, without `window.` @returns the name for the report, or null */
export const refusedPermission = (name: string): string | null =>
  asked.test(name) || others.test(name) ? name : null;
/** @param name the name of the class after `new` */
export const refusedSensor = (name: string): string | null => (made.has(name) ? name : null);
