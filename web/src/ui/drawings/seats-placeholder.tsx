import { SeatsLater } from './seats-later';
import { room, type Scene } from './seats.rule';

/** The drawing above words, in a place that is kept until it is fetched: the words do not move. */
export function SeatsPlaceholder({ scene, width }: { scene: Scene; width: number }) {
  const place = { width, aspectRatio: `${room.width} / ${room.height}` };
  return <SeatsLater scene={scene} width={width} waiting={<div style={place} />} />;
}
