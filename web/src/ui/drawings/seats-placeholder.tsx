import { SeatsLater } from './seats-later';
import { room, type Scene } from './seats.rule';

/**
 * The drawing above a text. Its space is reserved until it has been fetched, so that the text does
 * not move.
 */
export function SeatsPlaceholder({ scene, width }: { scene: Scene; width: number }) {
  const place = { width, aspectRatio: `${room.width} / ${room.height}` };
  return <SeatsLater scene={scene} width={width} waiting={<div style={place} />} />;
}
