import type { FunctionComponent, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** The width and the height, in px unless a unit is given; 24 by default. */
  size?: number | string;
  /** The width of the lines, if the icon is 24 wide; 2 by default. A filled icon has no lines. */
  stroke?: number;
  /** The icon's colour; by default that of the text around it. */
  color?: string;
}
export type Icon = FunctionComponent<IconProps>;

const drawn = (paths: readonly string[]) => paths.map((d) => <path key={d} d={d} />);

/** Makes an icon of lines, on a field of 24 by 24. @param paths the `d` of each path */
export const icon = (paths: readonly string[]): Icon =>
  function Lines({ size = 24, stroke = 2, color = 'currentColor', ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke={color}
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {drawn(paths)}
      </svg>
    );
  };

/** Makes an icon of areas, on a field of 24 by 24. @param paths the `d` of each path */
export const filledIcon = (paths: readonly string[]): Icon =>
  function Areas({ size = 24, stroke: _none, color = 'currentColor', ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill={color}
        {...rest}
      >
        {drawn(paths)}
      </svg>
    );
  };
