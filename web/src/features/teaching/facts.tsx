import { Fragment, type ReactNode } from 'react';
import classes from './teaching.module.css';

/** A list of names with their values. A value that is null has no line. */
export const FactList = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={`${classes.facts} numbers`}>
    {facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
