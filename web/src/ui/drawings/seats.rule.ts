/**
 * The scenes of the drawing, which differ in how many seats are taken. In the scene `away`, one
 * seat stands apart from all others.
 */
export type SeatsScene = 'filling' | 'empty' | 'first' | 'taken' | 'full' | 'away';
export interface DrawnSeat {
  x: number;
  y: number;
  /** `own` is the seat of the person whom the drawing is about. */
  kind: 'free' | 'held' | 'own';
}

/** The size of the drawing. The stage is at its lower edge, in the middle. */
export const seatsDrawingSize = { width: 320, height: 168, stage: { x: 160, y: 160 } } as const;
const rows = [56, 80, 104, 128, 152] as const;
/** The angles of the first and the last seat of a row on the half circle, in radians. */
const [from, to] = [Math.PI * 1.08, Math.PI * 1.92];
const between = 24;
const ownSeat = { row: 2, seat: 6 };

/**
 * Returns the order in which seats are taken: the nearer a seat is to the stage and to the middle,
 * the earlier, with a few exceptions.
 */
const order = (row: number, place: number) =>
  row * 0.9 + Math.abs(place) * 1.6 + ((row * 7 + Math.round((place + 1) * 11)) % 5) * 0.28;
const latest: Record<SeatsScene, number> = {
  empty: -1,
  first: -1,
  away: 1.9,
  filling: 3.4,
  taken: 2.2,
  full: 99,
};

/**
 * Returns seats in arcs around a stage, some of them taken. The arcs are the same in each scene. In
 * the scene `away`, the person's own seat stands outside of the arcs, and its usual place is free.
 */
export function drawnSeatsOf(scene: SeatsScene): DrawnSeat[] {
  const seats: DrawnSeat[] = [];
  rows.forEach((radius, row) => {
    const count = Math.floor((radius * (to - from)) / between) + 1;
    for (let i = 0; i < count; i++) {
      const angle = from + ((to - from) * i) / (count - 1);
      const isOwn = row === ownSeat.row && i === Math.min(ownSeat.seat, count - 2);
      const has = order(row, (2 * i) / (count - 1) - 1) <= latest[scene];
      seats.push({
        x: Math.round(seatsDrawingSize.stage.x + radius * Math.cos(angle)),
        y: Math.round(seatsDrawingSize.stage.y + radius * Math.sin(angle)),
        kind:
          isOwn && (scene === 'taken' || scene === 'first')
            ? 'own'
            : has && !(isOwn && scene === 'away')
              ? 'held'
              : 'free',
      });
    }
  });
  if (scene === 'away') seats.push({ x: 306, y: 24, kind: 'own' });
  return seats;
}
