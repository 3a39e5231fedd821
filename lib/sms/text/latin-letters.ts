/**
 * Latin letters that Unicode does not decompose into an ASCII letter and marks, by their ASCII
 * (rules: folding). Every letter folds before anything becomes `?`. Accented letters are absent: NFKD without
 * the marks folds them. A capital is absent where it follows from its small letter. Letters with no single
 * counterpart follow their customary transliteration. Glottal stops and letter apostrophes, such as the
 * Hawaiian and Samoan okina, become a straight apostrophe.
 */
const ROWS: readonly (readonly [ascii: string, letters: string])[] = [
  ["!", "ǃ"],
  ["'", "ƾɂʔʕʖʡʢʹʻʼʽʾʿˀˁˈᴤᴥꜣꜥꞌ"],
  ["2", "ƨƻ"],
  ["5", "ƽ"],
  ["6", "ƅ"],
  ["O", "Ꟁ"],
  ["a", "ɐɑɒᴀᶏᶐẚⱥꞻꬤꬰ"],
  ["b", "ƀƃɓʙᴃᵬᶀꞗꞵ"],
  ["c", "ƈȼɕʗᴄↄꜿꞓꞔ"],
  ["d", "ðđƌƍȡɖɗᴅᴆᵭᶁᶑẟꝺꟈ"],
  ["e", "ǝɇɘəɚɛɜɝɞʚᴇᴈᶒᶓᶔᶕⱸⱻꬱꬲꬳꬴꭡ"],
  ["f", "ƒɸᵮᶂⱷꜰꝼꞙꬵ"],
  ["g", "ǥɠɡɢɣʛᵷᵹᶃꝿꞡꟑꬶ"],
  ["h", "ħɥɦɧʜʮʯⱨⱶꜧꞕꟶ"],
  ["i", "ıɨɩɪᴉᵻᵼᶖꞽ"],
  ["j", "ȷɉɟʄʝᴊ"],
  ["k", "ĸƙʞᴋᶄⱪꝁꝃꝅꞣ"],
  ["l", "ŀłƚƛȴɫɬɭʟᴌᶅỻⱡꝇꝉꝲꞁꞎꬷꬸꬹ"],
  ["m", "ɯɰɱᴍᴟᵯᶆꟺꬺ"],
  ["n", "ŋƞȵɲɳɴᴎᵰᶇꞑꞥꬻꬼ"],
  ["o", "øɔɤɵɷʘᴏᴑᴒᴓᴖᴗᶗⱺꝋꝍꞷꬽꬾꬿꭃꭄ"],
  ["p", "ƥᴘᵱᵽᶈꝑꝓꝕ"],
  ["q", "ɋʠꝗꝙꞯ"],
  ["r", "ɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꝛꞃꞧꭅꭆꭇꭈꭉꭊꭋꭌꭨ"],
  ["s", "ƪȿʂʃʅʆᵴᶊᶋᶘẜẝꜱꞅꞩꟊꟗꟙꭍ"],
  ["t", "ŧƫƭȶʇʈᴛᵵⱦꜫꜭꜯꞇ"],
  ["u", "ʉʊᴜᴝᴞᵾᵿᶙꞹꞿꭎꭏꭒ"],
  ["v", "ʋʌᴠᶌỽⱱⱴꝟꝩ"],
  ["w", "ƿʍᴡⱳꟃꟕ"],
  ["x", "ᶍꭓꭔꭕꭖꭗꭘꭙ"],
  ["y", "ƴȝɏʎʏỿꭚ"],
  ["z", "ƶƹƺȥɀʐʑʒʓᴢᴣᵶᶎᶚⱬꝣ"],
  ["|", "ǀǂ"],
  ["''", "ʺˮ"],
  ["SS", "ẞ"],
  ["aa", "ꜳ"],
  ["ae", "æᴁᴂꞛ"],
  ["ao", "ꜵ"],
  ["au", "ꜷ"],
  ["av", "ꜹꜻ"],
  ["ay", "ꜽ"],
  ["db", "ȸ"],
  ["dz", "ʣʤʥꭦ"],
  ["et", "ꝫ"],
  ["fn", "ʩ"],
  ["hv", "ƕ"],
  ["is", "ꝭ"],
  ["ls", "ʪ"],
  ["lz", "ɮʫ"],
  ["oe", "œɶᴔꞝꭀꭁꭂꭢ"],
  ["oi", "ƣ"],
  ["oo", "ꝏ"],
  ["ou", "ȣᴕ"],
  ["qp", "ȹ"],
  ["ss", "ß"],
  ["tc", "ʨ"],
  ["th", "þᵺꝥꝧꟓ"],
  ["ts", "ʦʧꭧ"],
  ["tz", "ꜩ"],
  ["ue", "ᵫꞟ"],
  ["ui", "ꭐꭑ"],
  ["um", "ꝸ"],
  ["uo", "ꭣ"],
  ["vy", "ꝡ"],
  ["||", "ǁ"],
  ["con", "ꝯ"],
  ["dum", "ꝱ"],
  ["mum", "ꝳ"],
  ["num", "ꝴ"],
  ["rum", "ꝝꝵꝶ"],
  ["tum", "ꝷ"],
];

function buildFolds(): ReadonlyMap<string, string> {
  const folds = new Map<string, string>();
  for (const [ascii, letters] of ROWS) {
    for (const letter of letters) {
      folds.set(letter, ascii);
    }
  }
  for (const [letter, ascii] of [...folds]) {
    const capital = letter.toUpperCase();
    if (capital.length === 1 && capital > "\u007f" && !folds.has(capital)) {
      folds.set(capital, ascii.toUpperCase());
    }
  }
  return folds;
}

/** The ASCII of each letter (one UTF-16 unit), e.g. `o` for `ø` and `AE` for `Æ` (rules: folding). */
export const LATIN_FOLDS: ReadonlyMap<string, string> = buildFolds();
