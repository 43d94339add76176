/** Writes a parameter's name as words: `stimulus_duration` becomes "Stimulus duration". */
export const nameAsWords = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
