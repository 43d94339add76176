import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { choosePasswordAdvice } from './password-advice.rule';

// The list of leaked passwords has 400 kB and is needed only where a person chooses a password, so
// this file is loaded separately, as a chunk. The list contains the common words and names of many
// languages; adding lists of English words would double what a phone loads for a hint.
const estimator = new ZxcvbnFactory({
  dictionary: common.dictionary,
  graphs: common.adjacencyGraphs,
});

/**
 * Estimates how quickly a password can be guessed, and returns the advice on it.
 * @param about the person's name and address
 */
export const passwordAdviceOn = (password: string, about: readonly string[]) => {
  const { score, sequence } = estimator.check(password.slice(0, 100), [...about]);
  return choosePasswordAdvice(password, score, sequence);
};
