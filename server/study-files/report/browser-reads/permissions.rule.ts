/*
 * Browser features that do not work in a study, even if the participant agrees: the frame of a
 * study has none of these permissions (web/src/runner/study-frame.ts).
 */

/** Properties of `navigator` that need a permission; so do their methods. */
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

/**
 * @param name a name with dots, without `window.`
 * @returns the name if it needs a permission that a study's frame does not have, else null
 */
export const apiWithRefusedPermission = (name: string): string | null =>
  asked.test(name) || others.test(name) ? name : null;
/**
 * @param name the class that code instantiates with `new`
 * @returns the name if it needs a permission that a study's frame does not have, else null
 */
export const sensorWithRefusedPermission = (name: string): string | null =>
  made.has(name) ? name : null;
