import { LazySeatsDrawing } from './seats-later';
import { seatsDrawingSize, type SeatsScene } from './seats.rule';

/**
 * The drawing above a text. Its space is reserved until it has been fetched, so that the text does
 * not move.
 */
export function SeatsPlaceholder({ scene, width }: { scene: SeatsScene; width: number }) {
  const place = { width, aspectRatio: `${seatsDrawingSize.width} / ${seatsDrawingSize.height}` };
  return <LazySeatsDrawing scene={scene} width={width} waiting={<div style={place} />} />;
}
