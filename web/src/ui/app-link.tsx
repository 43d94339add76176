import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type To<P> = P & {
  to: string;
  children: ReactNode;
  replace?: boolean;
  /** What the next page is told beside the address. */ state?: unknown;
  title?: string;
  'aria-label'?: string;
};

/** A link inside the app. */
export const AppLink = (props: To<AnchorProps>) => <Anchor component={Link} {...props} />;
/** A link that looks like a button: it goes somewhere, it does nothing else. */
export const LinkButton = (props: To<ButtonProps>) => <Button component={Link} {...props} />;
