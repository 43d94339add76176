import type { RunStage } from '../stage';
import { showStudy } from '../pages/view';
import type { StudyLivenessContext, StudyLiveness } from './study-life';

/**
 * Remembers in this browser that the study failed to start. The note is stored outside of the page,
 * since the page may be loaded again before the study begins.
 */
function notedFor(id: string): StudyLivenessContext['noted'] {
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
        /* Without storage, a reload loses the note. */
      }
    },
  };
}

/**
 * Shows the study in its element of the page, and loads the code that watches whether the study
 * still works.
 * @param id the id of the participation
 */
export function stageWithLivenessCheck(
  id: string,
  giveBack: () => Promise<void>,
): Pick<RunStage, 'study' | 'heard'> {
  let life: Promise<StudyLiveness | undefined> | undefined;
  const noted = notedFor(id);
  return {
    study(frame, actions) {
      const place = showStudy(frame);
      const page = frame.parentElement;
      // The code is loaded while the study begins; the study does not wait for it.
      life = import('./study-life').then(
        (loaded) =>
          page ? new loaded.StudyLiveness({ ...actions, page, frame, giveBack, noted }) : undefined,
        () => undefined,
      );
      return place;
    },
    heard: (message) => void life?.then((made) => made?.hear(message)),
  };
}
