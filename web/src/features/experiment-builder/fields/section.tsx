import { Text, Title } from '@mantine/core';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import type { ReactNode } from 'react';
import classes from './fields.module.css';

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

export const FormSection = ({ title, hint, children }: Props) => (
  <section className={classes.section} aria-label={title}>
    <Title order={3} size="h4">
      {title}
    </Title>
    {hint && (
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
    )}
    {children}
  </section>
);

/** A folded section for rarely used settings. */
export const FoldedSection = ({
  title,
  children,
  open,
}: Omit<Props, 'hint'> & { open?: boolean }) => (
  <details className={`${classes.section} ${classes.fold}`} open={open}>
    <summary>
      <IconChevronRight size={18} aria-hidden />
      {title}
    </summary>
    <div>{children}</div>
  </details>
);
