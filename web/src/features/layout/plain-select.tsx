import { useId } from 'react';
import classes from './plain-select.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/**
 * A labelled list with the browser's own control. The footer, which uses it, is on every page, and
 * Mantine's inputs are large files.
 */
export function PlainSelect({ label, value, onChange, options }: Props) {
  const id = useId();
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  );
}
