import { create } from 'zustand';

/** How the researcher wants to watch sessions; stored in this browser. */
interface Watching {
  view: 'tiles' | 'table';
  /** Whether the page plays a soft tone for each taken seat, and two tones for the last one. */
  sound: boolean;
  /** Whether a change glows; it never does if the system prefers reduced motion. */
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

export const useDashboardOptions = create<Watching>()((set, get) => ({
  ...kept(),
  set: (wish) => {
    set(wish);
    const { view, sound, motion } = get();
    try {
      localStorage.setItem(key, JSON.stringify({ view, sound, motion }));
    } catch {
      /* if the browser blocks storage, the preference lasts until the page is left */
    }
  },
}));
