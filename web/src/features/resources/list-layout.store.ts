import { create } from 'zustand';

/** Whether the person sees files as a list or as a grid; stored in this browser. */
interface Looks {
  as: 'list' | 'grid';
  show: (as: Looks['as']) => void;
}

const key = 'resources-look';
const kept = (): Looks['as'] => {
  try {
    return localStorage.getItem(key) === 'grid' ? 'grid' : 'list';
  } catch {
    return 'list';
  }
};

export const useListLayout = create<Looks>()((set) => ({
  as: kept(),
  show: (as) => {
    set({ as });
    try {
      localStorage.setItem(key, as);
    } catch {
      /* if the browser blocks storage, the choice holds until the page is left */
    }
  },
}));
