import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { reserveScrollRoom } from './room';
import classes from './room.module.css';

type Place = 'foot' | 'message';

const docks = new Map<Place, HTMLElement>();

/**
 * Returns the element at the window's lower edge that contains all parts with this `place`. The
 * element is created for the first part, and the page then reserves room for it.
 */
function dockOf(place: Place): HTMLElement {
  const known = docks.get(place);
  if (known?.isConnected) return known;
  const dock = document.createElement('div');
  dock.className = classes[place] ?? '';
  dock.dataset.noPrint = '';
  document.body.append(dock);
  docks.set(place, dock);
  reserveScrollRoom(dock, place);
  return dock;
}

/**
 * Keeps a part at the window's lower edge. Every part that stays there must use this component
 * (test/architecture/floating.spec.ts). `foot`: a line across the window, below dialogs. `message`:
 * a card above that line, and above dialogs.
 */
export const DockedPart = ({ to, children }: { to: Place; children: ReactNode }) =>
  createPortal(children, dockOf(to));
