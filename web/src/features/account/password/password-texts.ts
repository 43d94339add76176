import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { choosePasswordAdvice } from './password-advice.rule';

// The list of leaked passwords has 400 kB and is needed only where a person chooses a password, so
// the browser loads this file separately. Lists of English words would double the download. They
// are left out, since the list of leaked passwords already contains the common words and names of
// many languages.
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
