import { seatsDrawingSize, type SeatsScene, drawnSeatsOf } from '../../ui/drawings/seats.rule';

const space = 'http://www.w3.org/2000/svg';
function drawn(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * Draws the seats of a room, the picture of this product (web/src/ui/drawings/seats.tsx), on the
 * pages around a study.
 */
export function makeSeatsDrawing(scene: SeatsScene): SVGElement {
  const svg = drawn('svg', {
    viewBox: `0 0 ${seatsDrawingSize.width} ${seatsDrawingSize.height}`,
    class: 'seats',
    'aria-hidden': 'true',
  });
  svg.append(
    drawn('rect', {
      x: seatsDrawingSize.stage.x - 34,
      y: seatsDrawingSize.stage.y - 8,
      width: 68,
      height: 10,
      rx: 5,
      class: 'floor',
    }),
    ...drawnSeatsOf(scene).map(({ x, y, kind }) =>
      drawn('circle', { cx: x, cy: y, r: kind === 'own' ? 8 : 6.5, class: kind }),
    ),
  );
  return svg;
}
