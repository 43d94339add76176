import { LazySeatsDrawing } from './seats-later';
import { seatsDrawingSize, type SeatsScene } from './seats.rule';

/**
 * Shows the drawing of seats above a text. Until it is fetched, its space is reserved, so that the
 * text does not move.
 */
export function SeatsPlaceholder({ scene, width }: { scene: SeatsScene; width: number }) {
  const place = { width, aspectRatio: `${seatsDrawingSize.width} / ${seatsDrawingSize.height}` };
  return <LazySeatsDrawing scene={scene} width={width} waiting={<div style={place} />} />;
}
