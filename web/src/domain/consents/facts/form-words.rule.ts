/**
 * The words that consent forms use, by language; `compareConsentWithFacts` searches for them. Each
 * value is the source of a regular expression that ignores case.
 */
export interface FormWords {
  /** Frequent words, which identify the language of a text without a locale. */
  usual: string;
  /** The words that a form uses for these recordings and devices. */
  microphone: string;
  camera: string;
  speech_recognition: string;
  desktop: string;
  tablet: string;
  phone: string;
  /** Words by which a form mentions the names or the identity of participants. */
  names: string;
  /** Words by which a form says that researchers see the names of participants. */
  seesNames: string;
  anonymous: string;
  /** Words by which a form promises that participants cannot be recognised. */
  impossible: string;
  /** Words by which a form says that other participants receive data. */
  others: string;
  /**
   * Patterns of sentences that deny a recording; `{}` stands for the words that mean the recording.
   */
  denied: readonly string[];
  /** Words that deny a recording wherever they stand in the sentence. */
  denies: string;
  /**
   * Words directly before (`notBefore`) or directly after (`notAfter`) a duration, which show that
   * it is not the duration of the study.
   */
  notBefore: string;
  notAfter: string;
  /** Words that stand before the duration of the study itself. */
  takes: string;
  /** Words that show that the amount of money in the same sentence is not the reward. */
  otherMoney: string;
}

const en: FormWords = {
  usual: 'the|you|and|your|of|to|is|we|this|are|with|for',
  microphone: [
    String.raw`\bmicrophones?\b|\bmic\b|\baudio|\bvoice|\bspoken|\bsound recording`,
    String.raw`\brecord\w*[^.]{0,30}\b(?:sound|speech)|\b(?:sound|speech)\b[^.]{0,30}\brecord`,
    String.raw`\bsound (?:and|or) (?:video|pictures)`,
  ].join('|'),
  camera: String.raw`\bcameras?\b|\bwebcams?\b|\bvideo|\bfilm(?:ed|ing)?\b|\bphoto|\beye.?track`,
  speech_recognition: [
    String.raw`\b(?:speech|voice) recognition|\brecogni[sz]\w* [^.]{0,20}(?:speech|words)`,
  ].join('|'),
  desktop: String.raw`\bcomputers?\b|\blaptops?\b|\bdesktop|\bpcs?\b|\bmacs?\b|\bkeyboard`,
  tablet: String.raw`\btablets?\b|\bipads?\b`,
  phone: String.raw`\b(?:smart|mobile |cell)?phones?\b(?! number)|\bmobile device|\btouch ?screen`,
  names: [
    String.raw`\byour (?:first |last |full )?names?\b|\b(?:the |see )?names? (?:and|of|,)`,
    String.raw`\bby name\b|\bidentity\b|\bwho you are\b`,
  ].join('|'),
  seesNames: [
    String.raw`\b(?:see|sees|learn|learns|know|knows|get|gets|store|stores)\b[^.]{0,25}\byour (?:first |last |full )?names?\b`,
    String.raw`\b(?:see|sees|learn|learns|know|knows) (?:the |all )?names?\b`,
  ].join('|'),
  anonymous: String.raw`\banonym(?:ous|ously|ity)\b`,
  impossible: [
    String.raw`\b(?:cannot|can ?not|can't|can never|impossible to) (?:be )?(?:identif|trac|recogni|link|find out)`,
    String.raw`\b(?:nobody|no one|no-one) can (?:ever )?(?:identify|trace|recogni|link|find out|tell who)`,
    String.raw`\bguaranteed anonym|\babsolutely anonym|\b100 ?% anonym`,
  ].join('|'),
  others: [
    String.raw`\bother (?:participants?|people|players?|persons?)\b`,
    String.raw`\b(?:partner|opponent|team ?mates?|your group|co-?players?)\b`,
  ].join('|'),
  denied: [
    String.raw`\b(?:no|never)\s+(?:\w+\s+){0,2}(?:{})`,
    String.raw`\bnot\s+(?:record|use|need|access|store|collect|require)\w*\s+(?:\w+\s+){0,3}(?:{})`,
    String.raw`(?:{})\w*\s+(?:\w+\s+)?(?:is|are|will be)?\s*(?:not|never)\s+(?:be\s+)?(?:record|used|need|access|stored|collect|required)`,
  ],
  denies: [
    String.raw`\bnot\b|\bno\b|\bnever\b|\bnobody\b|\bcannot\b|\bn't\b|\bcan't\b|\bwithout\b`,
    String.raw`\bneither\b|\bunless\b|\bkept apart\b|\bseparate`,
  ].join('|'),
  notBefore: [
    String.raw`\b(?:within|after|every|last|past|breaks? of|pauses? of|rests? of|wait)\s*(?:the\s+)?(?:about\s+)?$`,
  ].join('|'),
  notAfter: [
    String.raw`^\s*-?\s*(?:breaks?|pauses?|before|after|earlier|later|ago|(?:a|each|per|every) day|of rest)\b`,
  ].join('|'),
  takes: [
    String.raw`\b(?:takes?|lasts?|duration|needs?|requires?|for about|in total|altogether|visit|session)\b`,
  ].join('|'),
  otherMoney: [
    String.raw`\binsur|\btravel|\bfares?\b|\braffle|\blottery|\bprizes?\b|\bdraw\b|\bfunded\b`,
    String.raw`\bgrant\b|\bliab`,
  ].join('|'),
};

const de: FormWords = {
  usual: 'der|die|das|und|sie|ihre|ist|wir|nicht|mit|den|eine|werden',
  microphone: [
    String.raw`mikrofon|mikrophon|\baudio|\bstimm(?:e|auf)|tonaufn|tonaufz|\bgesprochen|sprachaufn`,
    String.raw`\bton (?:und|oder) bild|\bton\b[^.]{0,30}(?:aufge|aufzu|aufnahm)`,
  ].join('|'),
  camera: [
    String.raw`kamera|\bvideo|\bfilm(?:en|t|aufn)?\b|\bgefilmt|\bfoto`,
    String.raw`\bbild(?:er)? (?:von ihnen|ihrer)|\bton (?:und|oder) bild|blickbeweg|\beye.?track`,
  ].join('|'),
  speech_recognition: String.raw`spracherkennung|sprache? [^.]{0,20}erkannt`,
  desktop: String.raw`computer|rechner|laptop|notebook|desktop|\bpcs?\b|\bmacs?\b|tastatur`,
  tablet: String.raw`tablet|\bipads?\b`,
  phone: String.raw`(?:smart|mobil)?(?:phone|telefone?n?)\b|\bhandys?\b|mobilger|touch`,
  names: [
    String.raw`\b(?:ihr|ihre[mn]?) (?:vor|nach)?namen?\b|\bnamen? (?:und|aller|von|der)\b`,
    String.raw`\bnamentlich|\bidentität|\bwer sie sind`,
  ].join('|'),
  seesNames: [
    String.raw`\b(?:sehen|sieht|erfahren|erfährt|kennen|kennt|speichern)\b[^.]{0,25}\b(?:ihren? )?(?:vor|nach)?namen?\b`,
    String.raw`\bihren? (?:vor|nach)?namen?\b[^.]{0,15}\b(?:sehen|erfahren|kennen|speichern)`,
  ].join('|'),
  anonymous: String.raw`\banonym(?:e[mnrs]?|ität)?\b`,
  impossible: [
    String.raw`\b(?:kann|können)\b[^.]{0,30}\b(?:nicht|niemals|nie|niemand)\b[^.]{0,30}(?:identifizier|wiedererk)`,
    String.raw`\b(?:kann|können)\b[^.]{0,30}\b(?:nicht|niemals|nie|niemand)\b[^.]{0,30}(?:zurückverfolg|zugeordnet|herausfind)`,
    String.raw`\bniemand\b[^.]{0,20}\bkann\b[^.]{0,30}(?:herausfind|identifizier|erkennen|zuordn)`,
    String.raw`\bunmöglich\b[^.]{0,40}(?:identifizier|zurück|erkenn|zuzuordn)|\bgarantiert anonym`,
    String.raw`\babsolut anonym|\b100 ?% anonym`,
  ].join('|'),
  others: [
    String.raw`\bandere[nr]? (?:teilnehm|personen|menschen|mitspiel)|\bmitspiel|\bpartner|\bgegner`,
    String.raw`\bihrer gruppe`,
  ].join('|'),
  denied: [
    String.raw`\b(?:kein\w*|weder|nie|niemals)\s+(?:\w+\s+){0,2}(?:{})`,
    String.raw`(?:{})\w*\s+(?:wird|werden|wurde|brauch\w*|benötig\w*|nutz\w*|benutz\w*|verwend\w*)\s+(?:\w+\s+){0,2}(?:nicht|nie)\b`,
  ],
  denies: [
    String.raw`\bnicht\b|\bkeine?[mnrs]?\b|\bnie\b|\bniemals\b|\bniemand\b|\bohne\b|\bweder\b`,
    String.raw`\bgetrennt\b|\bes sei denn\b`,
  ].join('|'),
  notBefore: [
    String.raw`\b(?:innerhalb|binnen|nach|alle|vor|pausen? von|letzten)\s*(?:von\s+|der\s+)?(?:etwa\s+)?$`,
  ].join('|'),
  notAfter: String.raw`^\s*-?\s*(?:pausen?|vorher|später|danach|(?:am|pro|je) tag|täglich)\b`,
  takes: [
    String.raw`\b(?:dauert|dauer|benötig\w*|brauch\w*|insgesamt|für etwa|kommen für|besuch|sitzung)\b`,
  ].join('|'),
  otherMoney: String.raw`versicher|\bfahrt|\breise|verlos|gewinn|gefördert|haft`,
};

export const formWords = { en, de } as const;
export type CheckedLanguage = keyof typeof formWords;

/** Number words, as they occur in durations and amounts. */
export const numberWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, 'twenty-five': 25, thirty: 30, 'thirty-five': 35 },
  ...{ forty: 40, 'forty-five': 45, fifty: 50, sixty: 60, ninety: 90 },
  ...{ ein: 1, eine: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7 },
  ...{ acht: 8, neun: 9, zehn: 10, zwölf: 12, fünfzehn: 15, zwanzig: 20 },
  ...{ fünfundzwanzig: 25, dreißig: 30, dreissig: 30, vierzig: 40, fünfundvierzig: 45 },
  ...{ fünfzig: 50, sechzig: 60, neunzig: 90 },
};

/**
 * Durations that are written without a number, with their minutes. Longer phrases come first, since
 * they may contain a shorter phrase: "half an hour" contains "an hour".
 */
export const durationPhrases: readonly (readonly [source: string, minutes: number])[] = [
  [String.raw`\b(?:an|one) hour and a half\b|\bone and a half hours?\b`, 90],
  [String.raw`\b(?:anderthalb|eineinhalb|ein-?einhalb) stunden?\b`, 90],
  [String.raw`\b(?:two and a half hours|zweieinhalb stunden)\b`, 150],
  [String.raw`\bthree[ -]quarters of an hour\b|\bdreiviertelstunde\b|\bdreiviertel stunde\b`, 45],
  [String.raw`\b(?:a )?quarter (?:of an )?hour\b|\bviertelstunde\b|\bviertel stunde\b`, 15],
  [String.raw`\bhalf an hour\b|\b(?:a )?half[ -]hour\b|\bhalben? stunde\b`, 30],
  [String.raw`\ban hour\b`, 60],
];

/** How texts write a currency, in addition to its code and its symbol. */
export const currencyWords: Readonly<Record<string, string>> = {
  EUR: '€|euros?',
  USD: String.raw`\$|us\$|us-?dollars?|dollars?`,
  GBP: '£|pounds?|pfund',
  CHF: String.raw`sfr\.?|fr\.|franken|swiss francs?|francs?`,
  JPY: '¥|yen',
  SEK: 'kronor|kronen|kr',
  NOK: 'kroner|kronen|kr',
  DKK: 'kroner|kronen|kr',
  PLN: 'zł|złoty|zloty',
};
