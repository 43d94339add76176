import { seatsDrawingSize, type SeatsScene, drawnSeatsOf } from './seats.rule';
import classes from './seats.module.css';

/**
 * The product's own picture: a room whose seats are being filled. It is decorative: the text beside
 * it says everything.
 */
export function SeatsDrawing({
  scene,
  width = seatsDrawingSize.width,
}: {
  scene: SeatsScene;
  width?: number;
}) {
  return (
    <svg
      viewBox={`0 0 ${seatsDrawingSize.width} ${seatsDrawingSize.height}`}
      width={width}
      height={Math.round((width * seatsDrawingSize.height) / seatsDrawingSize.width)}
      className={classes.room}
      data-scene={scene}
      aria-hidden
    >
      <rect
        x={seatsDrawingSize.stage.x - 34}
        y={seatsDrawingSize.stage.y - 8}
        width="68"
        height="10"
        rx="5"
        className={classes.stage}
      />
      {drawnSeatsOf(scene).map(({ x, y, kind }) => (
        <circle
          key={`${x},${y}`}
          cx={x}
          cy={y}
          r={kind === 'own' ? 8 : 6.5}
          className={classes[kind]}
        />
      ))}
    </svg>
  );
}
