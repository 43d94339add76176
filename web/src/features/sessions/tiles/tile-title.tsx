import { memo } from 'react';
import { Link } from 'react-router';
import classes from './session-tile.module.css';

export const titleIdOf = (sessionId: string) => `tile-${sessionId}`;

/** The study's title, with a link to the session. It does not re-render when numbers change. */
export const TileTitle = memo(function TileTitle({
  id,
  title,
  tabIndex,
}: {
  id: string;
  title: string;
  tabIndex: number;
}) {
  return (
    <h2 className={classes.title} id={titleIdOf(id)} title={title}>
      <Link to={`/sessions/${id}`} tabIndex={tabIndex}>
        {title}
      </Link>
    </h2>
  );
});
