import { ActionIcon, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck } from './icons/check';
import { IconCopy } from './icons/copy';

interface Props {
  value: string;
  /** The label of the button, and its label after the value was copied. */
  copy: string;
  copied: string;
}

/**
 * A value that the person has to enter in a different program, with its name above it and a button
 * that copies it.
 */
export const ValueToCopy = ({ name, ...value }: Props & { name: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <CopyableValue {...value} />
  </div>
);

/** A button that copies a value, which is shown beside it. */
export const CopyIcon = ({ value, copy: label, copied: done }: Props) => (
  <CopyButton value={value} timeout={2000}>
    {({ copied, copy }) => (
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        onClick={copy}
        aria-label={copied ? done : label}
      >
        {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    )}
  </CopyButton>
);

export function CopyableValue({ value, ...labels }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code fz="sm" px={8} py={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <CopyIcon value={value} {...labels} />
    </Group>
  );
}
