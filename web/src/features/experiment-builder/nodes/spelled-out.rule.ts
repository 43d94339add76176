/** `stimulus_duration` as a person writes it. */
export const spelledOut = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
