import classes from './loading.module.css';

/** A placeholder for words or for a picture. */
export const TextPlaceholder = ({
  w = '100%',
  h = 14,
}: {
  w?: number | string;
  h?: number | string;
}) => <span className={classes.ink} style={{ width: w, height: h }} aria-hidden />;

/** Placeholders of lines of text, with the given widths in percent. */
export const TextShape = ({ widths = [92, 97, 88, 60] }: { widths?: readonly number[] }) => (
  <div style={{ display: 'grid', gap: 12 }} aria-hidden>
    {widths.map((width, i) => (
      <TextPlaceholder key={i} w={`${width}%`} h={16} />
    ))}
  </div>
);

/**
 * A placeholder of a card: a title, one or two lines and a foot, as far as they fit into its
 * height.
 */
export const CardShape = ({ height }: { height: number }) => (
  <div className={classes.card} style={{ height }} aria-hidden>
    <TextPlaceholder w="45%" h={18} />
    {height > 84 && <TextPlaceholder w="88%" />}
    {height > 150 && <TextPlaceholder w="72%" />}
    {height > 116 && <TextPlaceholder w="30%" />}
  </div>
);

/** A placeholder of a line of a list or a table. */
export const RowShape = ({ height }: { height: number }) => (
  <div className={classes.row} style={{ height }} aria-hidden>
    <TextPlaceholder w="32%" />
    <TextPlaceholder w="18%" />
    <TextPlaceholder w={56} h={Math.min(20, height - 12)} />
  </div>
);

/** A placeholder of a chart: bars on a base line. */
export const ChartShape = ({ height }: { height: number }) => (
  <div className={classes.chart} style={{ height }} aria-hidden>
    {[20, 32, 45, 52, 66, 71, 84].map((share) => (
      <TextPlaceholder key={share} w="auto" h={`${share}%`} />
    ))}
  </div>
);

/** A placeholder of one figure with its name. */
export const FigureShape = ({ height = 72 }: { height?: number }) => (
  <div style={{ display: 'grid', gap: 8, alignContent: 'start', height }} aria-hidden>
    <TextPlaceholder w={88} h={12} />
    <TextPlaceholder w={64} h={28} />
  </div>
);

/** Placeholders of the fields of a form: a label above each input. */
export const FormShape = ({ fields }: { fields: readonly number[] }) => (
  <div style={{ display: 'grid', gap: 16 }} aria-hidden>
    {fields.map((height, i) => (
      <div key={i} style={{ display: 'grid', gap: 8 }}>
        <TextPlaceholder w="28%" h={14} />
        <TextPlaceholder h={height} />
      </div>
    ))}
  </div>
);
