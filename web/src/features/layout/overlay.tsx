import { LoadingOverlay } from '@mantine/core';

/** Covers the page while nothing on it may be used. */
export const Overlay = () => <LoadingOverlay visible pos="fixed" zIndex={400} />;
