import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type To<P> = P & {
  to: string;
  children: ReactNode;
  replace?: boolean;
  /** The navigation state for the next page. */ state?: unknown;
  title?: string;
  'aria-label'?: string;
  /** Called in addition to the navigation, for example to close a dialog. */ onClick?: () => void;
};

export const AppLink = (props: To<AnchorProps>) => <Anchor component={Link} {...props} />;
/** A link styled as a button: it navigates and does nothing else. */
export const LinkButton = (props: To<ButtonProps>) => <Button component={Link} {...props} />;
