import type { Stage } from '../stage';
import { showStudy } from '../pages/view';
import type { Around, StudyLife } from './study-life';

/** Whether a failed start was noted, stored outside of the page, which may be loaded again before the study begins. */
function notedFor(id: string): Around['noted'] {
  const key = `commonlab-not-started-${id}`;
  let isNoted = false;
  return {
    get() {
      try {
        return isNoted || sessionStorage.getItem(key) !== null;
      } catch {
        return isNoted;
      }
    },
    set(noted) {
      isNoted = noted;
      try {
        if (noted) sessionStorage.setItem(key, '');
        else sessionStorage.removeItem(key);
      } catch {
        /* without storage, the note is lost at a reload */
      }
    },
  };
}

/**
 * Shows the study in its place in the page, and loads the code that shows there whether the study still works.
 * @param id of the participation
 */
export function aroundStudy(
  id: string,
  giveBack: () => Promise<void>,
): Pick<Stage, 'study' | 'heard'> {
  let life: Promise<StudyLife | undefined> | undefined;
  const noted = notedFor(id);
  return {
    study(frame, actions) {
      const place = showStudy(frame);
      const page = frame.parentElement;
      // The code is loaded while the study begins, which does not wait for it.
      life = import('./study-life').then(
        (loaded) =>
          page ? new loaded.StudyLife({ ...actions, page, frame, giveBack, noted }) : undefined,
        () => undefined,
      );
      return place;
    },
    heard: (message) => void life?.then((made) => made?.hear(message)),
  };
}
