import { useCallback, useEffect, useRef, useState } from 'react';
import { mediaFaultOf, type MediaFault } from './media.rule';

export type MediaState =
  | { at: 'idle' | 'asking' }
  | { at: 'on'; stream: MediaStream }
  | { at: 'fault'; fault: MediaFault };

const stopAll = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/**
 * Gives access to a microphone or a camera. Only `start` requests the permission. `stop` and the
 * unmounting of the component release the device, even if the permission arrives only later.
 */
export function useMediaDevice(kind: 'audio' | 'video') {
  const [media, setMedia] = useState<MediaState>({ at: 'idle' });
  const held = useRef<MediaStream | null>(null);
  /** Counts the requests, so that the answer to an outdated request is ignored. */
  const asked = useRef(0);

  const release = useCallback(() => {
    asked.current++;
    if (held.current) stopAll(held.current);
    held.current = null;
  }, []);
  const stop = useCallback(() => {
    release();
    setMedia({ at: 'idle' });
  }, [release]);
  const start = useCallback(async () => {
    release();
    const mine = asked.current;
    setMedia({ at: 'asking' });
    // Without https, `mediaDevices` is absent, although TypeScript's types claim that it exists.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) return setMedia({ at: 'fault', fault: 'unsupported' });
    try {
      const stream = await devices.getUserMedia({ [kind]: true });
      if (mine !== asked.current) return stopAll(stream);
      held.current = stream;
      // A track ends by itself if the device is unplugged or the permission is withdrawn.
      stream.getTracks().forEach((track) =>
        track.addEventListener('ended', () => {
          if (held.current !== stream) return;
          release();
          setMedia({ at: 'fault', fault: 'absent' });
        }),
      );
      setMedia({ at: 'on', stream });
    } catch (error) {
      if (mine === asked.current) setMedia({ at: 'fault', fault: mediaFaultOf(error) });
    }
  }, [kind, release]);

  useEffect(() => {
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      release();
    };
  }, [stop, release]);
  return { media, start, stop };
}
