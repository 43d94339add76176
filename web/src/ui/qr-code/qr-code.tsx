import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

/**
 * A QR code as one SVG path. It needs neither markup made from a string nor an image from another
 * server.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'M', border: 3 });
    return {
      size: side,
      path: data
        .flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
        .join(''),
    };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={classes.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
