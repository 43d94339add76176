import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { keepRoom } from './room';
import classes from './room.module.css';

type Place = 'foot' | 'message';

const docks = new Map<Place, HTMLElement>();

/** The element at the window's lower edge for a place: it is made on first use, and the page then keeps room for it. */
function dockOf(place: Place): HTMLElement {
  const known = docks.get(place);
  if (known?.isConnected) return known;
  const dock = document.createElement('div');
  dock.className = classes[place] ?? '';
  dock.dataset.noPrint = '';
  document.body.append(dock);
  docks.set(place, dock);
  keepRoom(dock, place);
  return dock;
}

/**
 * The only way in which a part stays at the window's lower edge (test/architecture/floating.spec.ts). `foot`: a line across the window,
 * under dialogs. `message`: a card over that line, and over dialogs.
 */
export const Docked = ({ to, children }: { to: Place; children: ReactNode }) =>
  createPortal(children, dockOf(to));
