import { create } from 'zustand';

/** How the researcher likes to watch sessions, kept in this browser. */
interface Watching {
  view: 'tiles' | 'table';
  /** A soft tone for each seat that is taken, and two when the last one is. */
  sound: boolean;
  /** Whether a change glows. Never where the system asks for less motion. */
  motion: boolean;
  set: (wish: Partial<Pick<Watching, 'view' | 'sound' | 'motion'>>) => void;
}

const key = 'watching';
const first = { view: 'tiles', sound: false, motion: true } as const;

function kept(): Pick<Watching, 'view' | 'sound' | 'motion'> {
  try {
    const told = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Watching>;
    return {
      view: told.view === 'table' ? 'table' : first.view,
      sound: told.sound === true,
      motion: told.motion !== false,
    };
  } catch {
    return first;
  }
}

export const useWatching = create<Watching>()((set, get) => ({
  ...kept(),
  set: (wish) => {
    set(wish);
    const { view, sound, motion } = get();
    try {
      localStorage.setItem(key, JSON.stringify({ view, sound, motion }));
    } catch {
      /* storage is off: the wish lasts until the page is left */
    }
  },
}));
