/** `stimulus_duration` as words: "Stimulus duration". */
export const spelledOut = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
