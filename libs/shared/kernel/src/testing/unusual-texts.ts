/** Texts that VerbatimText allows, and that an error in SQL, JSON or Unicode processing would change. */
export const unusualTexts: readonly string[] = [
  "O'Malley*",
  'Zoë',
  'Zoe\u0308',
  ' padded ',
  '猫\u{1f408}',
  '"quoted", \\ and $1',
  'a\r\nb',
];
