/*
 * Words of dates and clock times in all languages of Intl, without case, as CLDR has them: written by
 * scripts/calendar-words.mjs, not by hand. Texts in one string each, since a list is slower to read.
 */

/** Names of Gregorian months, in widely spoken languages of Latin script. */
export const spokenMonths: readonly string[] = [
  'ene enero gen gener gennaio ian ianuarie jaan jaanuar jan janar janeiro januar ' +
    'januari januarie january január januára janv janvier janvāris janúar jän jänner ' +
    'led leden ledna oca ocak saus sausio sausis sij siječanj siječnja sty styczeń ' +
    'stycznia tammi tammikuu tammikuuta јан јануар ',
  'feb febbraio febr febrer febrero februar februari februarie february február ' +
    'februára februāris febrúar fev fevereiro fév févr février helmi helmikuu ' +
    'helmikuuta lut lutego luty shk shkurt vas vasario vasaris veebr veebruar velj ' +
    'veljača veljače úno únor února şub şubat феб фебруар ',
  'bře březen března kov kovas kovo maalis maaliskuu maaliskuuta maart mac mar ' +
    'marca march marec maret mars mart martie marts marzec marzo març março mrt márc ' +
    'március mär märts märz ožu ožujak ožujka мар март ',
  'abr abril apr april aprile aprilie aprill apríl apríla aprīlis avr avril bal ' +
    'balandis balandžio d dub duben dubna huhti huhtikuu huhtikuuta kwi kwiecień ' +
    'kwietnia nis nisan pri prill tra travanj travnja ápr április апр април ',
  'geg gegužė gegužės kvě květen května mag maggio mai maig maijs maio maj maja may ' +
    'mayo mayıs maí mei máj mája május svi svibanj svibnja touko toukokuu toukokuuta ' +
    'мај ',
  'birž birželio birželis cze czerwca czerwiec giu giugno haz haziran iun iunie jui ' +
    'juin jun june junho juni junie junij junio juny juuni jún júna június júní jūn ' +
    'jūnijs kesä kesäkuu kesäkuuta lip lipanj lipnja qer qershor červen června čvn ' +
    'јун ',
  'heinä heinäkuu heinäkuuta iul iulie juil juill juillet jul julai julho juli ' +
    'julie julij julio juliol july juuli júl júla július júlí jūl jūlijs korr korrik ' +
    'liep liepa liepos lip lipca lipiec lug luglio srp srpanj srpnja tem temmuz ' +
    'července červenec čvc јул ',
  'ag ago agost agosto agu agustus août aug august augusta augusti augusts augustus ' +
    'augusztus avg avgust ağu ağustos d elo elokuu elokuuta gush gusht kol kolovoz ' +
    'kolovoza ogo ogos rugp rugpjūtis rugpjūčio sie sierpień sierpnia srp srpen srpna ' +
    'ágú ágúst авг август ',
  'eyl eylül rugs rugsėjis rugsėjo ruj rujan rujna sep sept septembar september ' +
    'septembra septembre septembrie septembris septiembre set setembre setembro ' +
    'setiembre settembre sht shtator syys syyskuu syyskuuta szept szeptember wrz ' +
    'wrzesień września zář září сеп септ септембар ',
  'd eki ekim lis listopad listopada loka lokakuu lokakuuta oct october octobre ' +
    'octombrie octubre okt oktobar oktober oktobris oktoober október októbra ott ' +
    'ottobre out outubro paź październik października spal spalio spalis tet tetor ' +
    'říj říjen října окт октобар ',
  'kas kasım lapkr lapkritis lapkričio lis listopad listopada listopadu marras ' +
    'marraskuu marraskuuta noiembrie nov novembar november novembra novembre ' +
    'novembris novembro noviembre nën nëntor nóv nóvember stu studeni studenoga нов ' +
    'новембар ',
  'ara aralık dec decembar december decembra decembrie decembris des desember ' +
    'desembre dets detsember dez dezember dezembro dhj dhjetor dic dicembre diciembre ' +
    'dis disember déc décembre gru grudnia grudzień gruod gruodis gruodžio joulu ' +
    'joulukuu joulukuuta pro prosinac prosinca prosince prosinec дец децембар ',
];

/** Names of Gregorian months, in all other languages. */
export const months: readonly string[] = [
  'a achiel aharabata am ama amajjii can chanuari cio ciongo dac dal di dimɔ́di ' +
    'dzove dzv ean eanáir ene enero faoi faoilleach fer ferikgong fhaoilleach flo ' +
    'fúngatɨ gen genièr genver gené geuree ghe ghennàrgiu guer hut hutala hān hānuere ' +
    'ian ianuali imb imbiri inn innayr ion ionawr j jan janaayo janairu janeiro ' +
    'janeiru janer janeru janeware jannaayo jannar jannewa jannewaris janoary januaar ' +
    'januaari januaarip januali januar januara januari januario januaro january ' +
    'januarĩ januwari janwaliyo janyuwari jen jenaro jenner jenụwarị jerrey jin ' +
    'jinnaru jén jénúári kaw kbz kutúan kwa kwanza kɔn kɔndɔŋ kʉfúngatɨ loo lùm ' +
    'matáhra mbe mbee mbegtug mbere mul mulgul mup mupalangulwa mut mutarama ndi ' +
    'ndira nduŋmbi ndwenit ndzɔ̀ŋɔ̀nùm ngo njenuarĩ ntandi ntɔ́ntɔ nye nyenye nzero ' +
    'nùm obo okwokubanza oladalʉ́ orara osú oólí ođđajagemánnu ođđj pamba phe ' +
    'pherekgong pikítíkítie pusu pɛt rags rar rbn rêbendan sa sam samwiyee sanvie saŋ ' +
    'schan schaner sginer shɛ́rɛ́ sii siilo stycznia sān sānuali thar tiop tsetsɛ̀ɛ ' +
    'urt urtarrila uđiv uđđâivemáánu wiótheȟika xan xaneiro xin xineru yambo yan ' +
    'yanvar ye yen yennayer yepé zan zanvie zanwuye zen zenâ zenâr zib zibandlela ýan ' +
    'ýanwar žan žanwiye ǃkhanni ɔpɛpɔn ɩjikawǝrka ιαν ιανουαρίου гыйн гыйнвар кӑр ' +
    'кӑрлач нэгдүгээр нэгэдүгээр сту студзень студзеня січ січень січня тохс ' +
    'тохсунньу янв январ январы январь января яну януари јан јанвар јануар јануари ' +
    'ғин ғинуар қаң қаңтар հնվ հունվար հունվարի יאַנ יאַנואַר ינואר ינו׳ الثاني جانفي ' +
    'جانڤیە جنؤری جنو جنوري جنوری دووەم قاڭتار كانون يانۋار يناير ژانویه ژانویهٔ ' +
    'کانوونی ܐܚܪܝܐ ܒ ܟܢܘܢ ߓߌ߲ߠ ߓߌ߲ߠߊߥߎߟߋ߲ जन जनवरी जनवरीमासः जान जानुवारी जाने ' +
    'जानेवारी पुसु জন জনুৱারী জানু জানুয়ারি জানুৱারি জানুৱাৰী ਜਨ ਜਨਵਰੀ જાન્યુ ' +
    'જાન્યુઆરી ଜାନୁଆରୀ ஜன ஜனவரி జన జనవరి మాగ ಜನ ಜನವರಿ ജനു ജനുവരി දුරුතු ม มกราคม ກ ມ ' +
    'ມັງກອນ དང དངཔ པོ ဇန် ဇန်နဝါရီ ၸၼ်ႇ ၸၼ်ႇဝႃႇရီႇ იან იანვარი ጃን ጃንዋሪ ጥሪ ᐅᒉᒥᑮᓯᑳᐏᐲᓯᒼ ' +
    'មករា ᱡᱟᱱ ᱡᱟᱱᱣᱟᱨᱤ ṣẹ́rẹ́ ⵉⵏⵏ ⵉⵏⵏⴰⵢⵔ 一 ꋍꆪ ꔞꔀꕮꕊ ꕪꕴ ꖨꖕ ꖨꖕꔞ ꭴꮓ ꭴꮓꮈꮤꮕ 𑄎𑄚𑄪 ' +
    '𑄎𑄚𑄪𑄠𑄢𑄨 𞤧𞤭𞥅𞤤 𞤧𞤭𞥅𞤤𞤮 ',
  'ariyo arree ará arát atyaato bɛ́ɛ bɛ̌ bṛa bṛayṛ c chw chwef chwefror cla ' +
    'cokcwaklaŋne col colte dar dzd dzodze fab faburairu favr favrer fbl fe feabh ' +
    'feabhra feb febereware febluali febr febraayo febraro febreiro febrer febrero ' +
    'febreru febrewaris febrièr febroary februaar februaari februaarip februar ' +
    'februara februari februario februaro february februwari febrụwarị feburari ' +
    'feburuarĩ feburuye febwaliyo fee feewiriye fev fevereiru fevral fevreiro fevrer ' +
    'fevriye fevrâr few fewral fewriyee fra frar fre frevâ freàrgiu fri frivaru ful ' +
    'fulundïgi fur fuṛar fäb fäbrowa fébirie fërvé fēp fēpueli fẹ́b fẹ́búári gas ' +
    'gashyantare gearr gearran ghearran guov guovvamánnu gur guraandhala hlakola hor ' +
    'hornig hwe hwevrer imeg kai kaili kaw kawi kaĩri kbr kel kelĩ kerĩ kol kpa kuk ' +
    'kukadzi kuovâ kuovâmáánu kàg kándíɛ kɨz kʉnaanɨ lui lutego lùishi mac maha mk ' +
    'muk mukũi mwi mwitope màcɛ̂l míbalé naanɨ ndwenngeih ndzɔ̀ŋɔ̀kɨ̀zùʔ ng ngat ngb ' +
    'ngwóŋ nhlo nhlolanja oflɔ okwakabiri omuk ots otsaila oóli peb pebrero pep ' +
    'pepeluali pili péb pébruari pēp pēpuere pɛt pɛ́pá ruhuhuma sbt sibat siɛyɛ́ t ' +
    'thiyóȟeyuŋka tlh tlhakole toshiaght una unayeli vil waa waare wanja wassarins ' +
    'wkr wuvili yeb yebrayer àbùbì èrèlè ńmba ŋgɔn ŋgɔndɛ ǃkhanǀgôab ɔgyefoɔ ɩjikpaka ' +
    'ʼ φεβ φεβρουαρίου ақп ақпан лют лютага лютий лютого люты нар нарӑс олун олунньу ' +
    'феб фебруар фев февр феврал февралы февраль февраля февруари хоёрдугаар փետրվար ' +
    'փետրվարի փտվ פֿעב פֿעברואַר פברואר פבר׳ اقپان شباط شوبات فئڤریە فبر فبراير ' +
    'فبروري فبروری فرؤری فروری فوریه فوریهٔ فيبروري فيفري فېبروري فېۋرال ܫܒܛ ߞߏ߲ߞ ' +
    'ߞߏ߲ߞߏߜߍ फर फरवरी फरवरीमासः फ़र फ़रवरी फेब फेबरवरी फेब्रु फेब्रुअरी फेब्रुवारी ' +
    'फेब्रूवारी माहा माहाका ফেব ফেব্রু ফেব্রুয়ারি ফেব্রুৱারি ফেব্ৰু ফেব্ৰুৱাৰী ਫ਼ਰ ' +
    'ਫ਼ਰਵਰੀ ફેબ્રુ ફેબ્રુઆરી ଫେବୃଆରୀ பிப் பிப்ரவரி గుండు ఫిబ్ర ఫిబ్రవరి ಫೆಬ್ರ ' +
    'ಫೆಬ್ರವರಿ ഫെബ്രു ഫെബ്രുവരി නවම් ก กุมภาพันธ์ พ ກ ກຸມພາ ພ གཉིས ဖေ ဖေဖော်ဝါရီ ၾႅပ်ႇ ' +
    'ၾႅပ်ႇဝႃႇရီႇ თებ თებერვალი ለካ ለካቲት ፌብ ፌብሩዋሪ ᐸᐚᐦᒐᑭᓇᓰᐢ កុម្ភៈ ᱯᱷᱟ ᱯᱷᱟᱨᱣᱟᱨᱤ ⴱⵕⴰ ' +
    'ⴱⵕⴰⵢⵕ 二 ꑍꆪ ꕒꕡ ꕒꕡꖝꖕ ꭷꭶ ꭷꭶꮅ 𑄜𑄬𑄛𑄴 𑄜𑄬𑄛𑄴𑄝𑄳𑄢𑄪𑄠𑄢𑄨 𞤷𞤮𞤤 𞤷𞤮𞤤𞤼𞤮 ',
  'a adar adek adr am arɛ́cika asi bitootessa ci cki cokcwaklii dad dat duɔ̱ɔ̱ ' +
    'duɔ̱ɔ̱ŋ gatatũ hlakubele hlb imeg ištáwičhayazaŋ kad kadadu kat katatu katatũ ' +
    'kathatũ keenda kiptaamo kst ktũ kur kurume kwa kátátúɛ kʉkeenda lepyè lus lusòlo ' +
    'lála ma maa maachị maarso maart mac mach machi mal malaki mar marca march marco ' +
    'maret maris marisi mars marsi marsip marso marsu mart marte martio marto martsa ' +
    'martxoa martzu marz marzo marzu març mas mashi mat matshi matšhe maw mawrth ' +
    'mayrnt maṛ maṛṣ mbi mbimbitho mbiyɔ mbo mbooy mbä mbängü mbəŋchubi meu meur ' +
    'meurth meurzh meɣ meɣres mhàrt mop mopitlo mrt ms msh msi musapíri mushende màrt ' +
    'màtùmb márta mäe mäerz mär märz märze mäz määz mísáto māe māehe měr měrc měrca ' +
    'mɛndoŋgɔ ndwensam ndzɔ̀ŋɔ̀tɨ̀dʉ̀ghà ngl njuhčâ njuhčâmáánu njuk njukčamánnu ' +
    'ntwarante oku okuni okwakashatu okwamg otsokrikri oóli pagu pūlis pɛ́tát rar ráá ' +
    'shúm sɔŋ sɔŋɛ taa tatu ted tedoxe tɨd uneraru wer werurwe wgt wudatu ńlal ' +
    'ǀkhuuǁkhâb ɔbɛnem ɔnsúmbɔl ɔɛn ɔɛnɨ́ɔɨŋɔk ɛrɛ̀nà ʻ μαρ μαρτίου бер березень ' +
    'березня гуравдугаар гурбадугаар клн кулун мар март марта мартъи мартъийы нау ' +
    'наурыз пуш сак сакавік сакавіка тутар մարտ մարտի մրտ מערץ מרץ آذار ئازار مار ' +
    'مارت مارس مارٕچ مارچ ناۋرىز ܐܕܪ ߕߙߊ ߕߙߊߓߊ पागु पागुणी मार्च मार्चमासः मार्चु মার ' +
    'মার্চ মাৰ্চ ਮਾਰਚ માર્ચ ମାର୍ଚ୍ଚ மார் மார்ச் మార్చి హిరెఇ ಮಾರ್ಚ್ മാർ മാർച്ച് ' +
    'මැදින් มี มีนาคม ນ ມ ມີນາ གསུམ မတ် မၢတ်ႉၶ်ျ მარ მარტი መጋ መጋቢት ማርች ᒥᑭᓯᐏᐲᓯᒼ មីនា ' +
    'ᱢᱟᱨ ᱢᱟᱨᱪ ẹrẹ̀nà ⵎⴰⵕ ⵎⴰⵕⵚ 三 ꌕꆪ ꕾꖺ ꭰꮕ ꭰꮕᏹ 𑄟𑄢𑄴𑄌𑄧 𞤲𞤦𞤮𞥅𞤴 𞤲𞤦𞤮𞥅𞤴𞤮 ',
  'ab abr abriil abril abrile abrille abrëll aburil abɛibe afi afirilu afɔ afɔfĩe ' +
    'aib aibreán ang ap apelila api apirila apiriri apl aplili apo aporele apr aprel ' +
    'aprell apriili apriilip april aprile aprili aprilo aprily aprilyi apryl apryla ' +
    'apríl apu apuli arvî averil avr avrigl avril avrril avrîl awi awiril awirili awr ' +
    'awril che cuo cuoŋ cuoŋománnu cuáŋui cuáŋuimáánu cÿó d dan diɓ diɓáɓá doy dun ' +
    'ebr ebrel ebrill eebila el elb epe epeleli eph ephreli epr epreel epreli epreo ' +
    'fmf ghiblean gibl giblean guak hire ibr ibrir id ikúmi inkókúâ irũdí iwo ' +
    'iwootkuut kaana kan kana kkn kub kubvumbi kwietnia kwiikumi kénie mab mabasa ' +
    'marfoo mat mata mesiŋ mme mmesa mor moranang mto mun munyi muu màtop mínei mùuyà ' +
    'nchechi ndamukiza ndwenseiq ndzɔ̀ŋɔ̀tǎafʉ̄ghā ngn ngu ngubùe ngwə̀t nin njɩbɔ ' +
    'nsn nyina nyɔlɔmbɔŋgɔ nîsan nɖʊka odung oforisuo okwakana olodoyíóríê ong oóli ' +
    'pȟežítȟo pɛ́nɛ́kwa sakkis see seeɗto taa tai unecheshe wan wen wkn wutai yeb ' +
    'yebrir épr éprel ìgbé āpe āpereira āperira ĩpu ĩpurũ ńna ǃhôaǂkhaib ɖʊ ʻ απρ ' +
    'απριλίου ака апр апрел апрелы апрель апреля април дүрбэдүгээр дөрөвдүгээр квіт ' +
    'квітень квітня кра красавік красавіка мсу муус сәу сәуір устар ապր ապրիլ ապրիլի ' +
    'אַפּר אַפּריל אפריל אפר׳ ءساۋىر آوریل آڤریل أبريل أفريل إبريل ئاپرېل اپر اپريل ' +
    'اپریل نيسان نیسان ܢܝܣܢ ߞߏ߲ߘ ߞߏ߲ߞߏߘߌ߬ߓߌ अप्रिल अप्रेल अप्रै अप्रैल अप्रैलमासः ' +
    'एप्रि एप्रिल एप्री एप्रील हिरे हिर्रे এপ্রি এপ্রিল এপ্ৰিল ਅਪ੍ਰੈ ਅਪ੍ਰੈਲ એપ્રિલ ' +
    'ଅପ୍ରେଲ ஏப் ஏப்ரல் ఏప్రి ఏప్రిల్ బెసెకి ಏಪ್ರಿ ಏಪ್ರಿಲ್ ഏപ്രി ഏപ്രിൽ බක් ย เม ' +
    'เมษายน ມ ສ ເມສາ བཞི ဢေႇ ဢေႇပရႄႇ ဧ ဧပြီ აპრ აპრილი ሚያ ሚያዝያ ኤፕሪ ኤፕሪል ᓂᐢᑭᐲᓯᒼ មេសា ' +
    'ᱟᱯᱨ ᱟᱯᱨᱮᱞ ⵉⴱⵔ ⵉⴱⵔⵉⵔ 四 ꇖꆪ ꖢꖕ ꭷꮼ ꭷꮼꮒ 𑄃𑄬𑄛𑄳𑄢𑄨𑄣𑄴 𞤧𞤫𞥅𞤼 𞤧𞤫𞥅𞤼𞤮 ',
  'abich acafʊnɖuka agbiɛnaa beal bealtaine bese boaldyn bêl bêläwü caamsaa cam ' +
    'chivabvu chv chèitean cèit cèitean cÿó dah dam dame duu duujal duä duät emi ' +
    'emiasele ensil fog gat gatano gic gicurasi gln gulan han ime imet inkókúâ ' +
    'inyambala kas kasanu katano ktn kwiinyambála kátánuɛ kɔtɔnimma lum lumùngùlù lép ' +
    'maa maaie maaji maajip maayi maayo mad madǝǝuutǝbijaŋ mae mag magali magg mai ' +
    'maiatza maio maiu maj maja majo maju mam mamuut mar masg matg may mayo mayu ' +
    'mayyu mazzo maý me mee mei meije mej meja meje mejju mey meyi mies miessemánnu ' +
    'moja mot motsheanong motsheganang mpu mushende méi mítáno mē mĩĩ mɔnɔ mɛ m̀puyɛ ' +
    'ndwenngux ndzɔ̀ŋèsèe ngt nkw nkwenkwezi okwakataana oloilépūnyīē omaruk oóli ' +
    'pataa pu pú rusama see tanu tha tsɛ̀ɛ táan tána unethanu vyesi vyesimáánu wtn ' +
    'wuhanu zallaws čhaŋwápetȟo ńtan ŋgbanja ǃkhaitsâb ɖu ɛ̀bibi μαΐ μαΐου май майы ' +
    'мам мамыр мая мај табадугаар тавдугаар трав травень травня ыам ыйа ыйын ҫу մայիս ' +
    'մայիսի մյս מאי מיי أيار ئایار مئ مئي مئی مامىر ماي مايو مه مهٔ می مۍ ܐܝܪ ߘߓߊ߬ߕ ' +
    'ߘߓߊ߬ߕߊ बेसे मई मईमासः मे मेई মে ਮਈ મે ମଇ மே మే లండి ಮೇ മേയ് වෙසක් พ พฤษภาคม ພ ' +
    'ພຶດສະພາ ལྔ မေ မေႇ მაი მაისი ሜይ ጉንበት ግን ᐊᓃᑭᐲᓯᒼ ឧសភា ᱢᱮ ẹ̀bibi ⵎⴰⵢ ⵎⴰⵢⵢⵓ 五 ꉬꆪ ꖑꕱ ' +
    'ꭰꮒ ꭰꮒꮝꭼꮨ 𑄟𑄬 𞤣𞤵𞥅𞤶 𞤣𞤵𞥅𞤶𞤮 ',
  'anɔɔɖuka auchiel ayɛwohomumu brá bráčet chikumi chk czyrwca dau eka ekaina esɔ ' +
    'esɔpɛsɔpɛ fön föndo gamaǀaeb gan gatandatũ gatantatũ geas geassemánnu giu giugn ' +
    'giugnu hezîran hil hun hune hunyo hzr hìlòndɛ̀ ichiibɔd idwaata ile iun iune iyn ' +
    'iyun iýun jan jaṭṭa jon jona jug jugn jugno jun june junh junho junhu juni junij ' +
    'junija junio juny junyi junyu juu juun juuni juunip kam kamena kar karandadu ' +
    'kesi kesimáánu king kmk kor kornyoot korse kwiidwaata kújúɔrɔk luf lufuimi làm ' +
    'làmpadas m mamǝŋgwãafahbii mas masa mbi mean meh mehefin meith meitheamh met ' +
    'metheven mezh mezheven moc mocha mod motóbá muj mujimbi na ndwenloeg ' +
    'ndzɔ̀ŋɔ̀nzùghò ngs nhla nhlangula nju njuni njÿolá nyaŋgwɛ nzu okwamukaaga ol ' +
    'omodok otukwajaŋ paa paagi phupjane py pú pɛ́nɛ́ntúkú rok ruheshi saməna see ' +
    'seetebosigo sgiugn sit sita souree su sueŋ sun sune suw suwe sīmenis t tha ' +
    'thanthatũ thanu táafɔk umo wax waxabajjii wašté wtd wípazukȟa xun xunu xuño yepé ' +
    'yun yuni yunyu zercl zercladur zin zugno zuw zuwɛn ògmh ògmhios òkúdu ġun ġunju ' +
    'ńtuó ŋgbanja žuw žuweŋ ɔsɔn ɖu ʼ ιουν ιουνίου бэс зургаадугаар зургадугаар июн ' +
    'июны июнь июня ијн ијун мау маусым черв червень червня чэр чэрвень чэрвеня ыйа ' +
    'ыйын юни јун јуни ҫӗрт ҫӗртме հնս հունիս հունիսի יוני ئىيۇن جوان جون جوٗن جوٙأن ' +
    'حزيران حوزەیران ماۋسىم يونيو ژوئن ܚܙܝܪܢ ߥߊ߬ߛ ߥߊ߬ߛߌ߬ߥߙߊ जाटा जाट्टा जुन जून ' +
    'जूनमासः জুন ਜੂਨ જૂન ଜୁନ ஜூன் జూన్ రాత ಜೂನ್ ജൂൺ පොසොන් มิ มิถุนายน ย ຖ ມິ ມິຖຸນາ ' +
    'དྲུག ဇွန် ၸုၼ်ႇ ივნ ივნისი ሰነ ጁን ᐚᐏᐲᓯᒼ មិថុនា ᱡᱩᱱ ⵢⵓⵏ ⵢⵓⵏⵢⵓ 六 ꃘꆪ ꖱꘋ ꮥꭽ ꮥꭽꮇᏹ ' +
    '𑄎𑄪𑄚𑄴 𞤳𞤮𞤪 𞤳𞤮𞤪𞤧𞤮 ',
  'aasaḍi abiriyo ado adoolessa agɛmɔ agẹmọ alàlaka chg chikunguru chulai cul dao ' +
    'dum efute eiyeet fan fanadur giugnettu gnt gor gorff gorffennaf gortheren goue ' +
    'gouere hei heiwet hul hulyo hūr hūrae hɛmbuɛrí iuch iuchar iul iulai iyl iyul ' +
    'iúil iýul j jerrey jol jolay jul julaayi julae julai julayi julaị julhet julho ' +
    'julhu juli julij julija julio july julyai julyu julí juuli juulip kab ' +
    'kabàlàshìpù kms kutawonsa kuŋgwɛ kʉmʉʉnchɨ la len lengua lipca luggio lugn lui ' +
    'luj lujo lul lulju luulyo līpa maawɛ mad madiɓɛ́díɓɛ́ mamǝŋgwãalii mbʉ̀ŋ mfu ' +
    'mfungade mivili mli moo mor morso msp mug mukakaro mukũi muonza mushipepo ' +
    'mórusásin mũgwanja mʉʉnchɨ ndwencaet ndzɔ̀ŋɔ̀dùmlo ng nge ngz nje njr njuraĩ ' +
    'njèbà nsambo ntu ntulikazi nya nyakanga ojola okwamushanju pay phu phukwi phupu ' +
    'pm pú saambá sab saba sap sapa sia siamlɔm siu siulai souree sul sulet suoi ' +
    'suoidnemánnu syeini syeinimáánu sás sú súuyee t trm trì trìulas tyɛ̀b táabɛɛ ' +
    'tîrmeh upu uzt uztaila wmj xnt xul xullo xunetu yie̱tni yul yuli yulyu yulyuz ' +
    'zamgbála zil zilye zul zuluye àdùmbə̀ŋ čhaŋpȟásapa žuy žuyye ǂkhoesaob ιουλ ' +
    'ιουλίου долодугаар долоодугаар июл июлы июль июля ијл ијул лип липень липня ліп ' +
    'ліпень ліпеня от отй утӑ шіл шілде ыйа ыйын юли јул јули հլս հուլիս հուլիսի יולי ' +
    'ئىيۇل تموز تەمووز جول جولاءِ جولائی جولای جويلية جوٗلایی جوٙلا جُلَے شىلدە يوليو ' +
    'يوليوز ژوئیه ژوئیهٔ ܬܡܘܙ ߞߊ߬ߙ ߞߊ߬ߙߌߝߐ߭ आसाड़ी जु जुल जुलय जुला जुलाई जुलाईमासः ' +
    'जुलै জুল জুলা জুলাই ਜੁਲਾ ਜੁਲਾਈ જુલાઈ ଜୁଲାଇ ஜூலை జులై బాన్దపాణా ಜುಲೈ ജൂലൈ ඇසළ ก ' +
    'กรกฎาคม ກ ກໍລະກົດ ລ བདུན ဇူ ဇူလိုင် ၸူႇ ၸူႇလၢႆႇ ივლ ივლისი ሓም ሓምለ ጁላይ ᐹᐢᑲᐦᐋᐏᐲᓯᒼ ' +
    'កក្កដា ᱡᱩᱞ ᱡᱩᱞᱟᱭ ⵢⵓⵍ ⵢⵓⵍⵢⵓⵣ 七 ꏃꆪ ꖱꕞ ꖱꕞꔤ ꭻᏸ ꭻᏸꮙꮒ 𑄎𑄪𑄣𑄭 𞤥𞤮𞤪 𞤥𞤮𞤪𞤧𞤮 ',
  'aboro abu abuztua aga agasti aggusti aggustip ago agosetose agost agosti agosto ' +
    'agostu ags agt agu agusito agusta agusti agustu agustus aog aogositra aok aokosi ' +
    'aoǁkhuumûǁkhâb au aug auguscht august augusto augustus aukake aus austu avg ' +
    'avgust avo avost avq avqust avust awg awgust awgusta awst aww awwissu aŭg ' +
    'aŭgusto borg borgemánnu bɔ́r d dab daggis dea deasiamime diŋ diŋgindi eost est ' +
    'fɔe fɛ hag hagayya hik hìkaŋ ichika isi isiet juk juko kan kanama kanana kmn knn ' +
    'kük kükürü kǝu kʉvɨɨrɨ luanistyn lush lùna lùnastal lùshìkà lún lúnasa lɔmbi ' +
    'madǝmbii mam manyawale mbʉ̀ŋ mitatu mpg mupuguto musapíri mwambe mwom nan nane ' +
    'ncw ncwabakazi ndwenbet ndzɔ̀ŋɔ̀kwîfɔ̀e ngm nya nyaanya nyamavhuvhu nyandagaro ' +
    'oga ogasti ogosto ogs okwamunaana opedel ouj oujoß out ped pha phato phatwe ' +
    'pisuyú porge porgemáánu ps pú pɛ́nɛ́fɔm roo rooptui siyrpnia srabĩ tbx tebax ' +
    'thoo tho̱o̱r táaraa ut uti vɨɨrɨ wasútȟuŋ wnn wun wunyanya ògún öig öigšte āku ' +
    'ākuhata ɔlɔ́ɨ́bɔ́rárɛ ɔsanaa ɣuc ɣuct ɩjikǝuka ʻ αυγ αυγούστου авг август ' +
    'августа августы атр атырдьых ауг аугуст жні жнівень жніўня наймадугаар ' +
    'наймдугаар серп серпень серпня там тамыз ыйа ыйын ҫур ҫурла օգոստոս օգոստոսի օգս ' +
    'אוגוסט אוג׳ אויג אויגוסט آب آگسٽ آگوست أغسطس أغشت أوت ئاب ئاۋغۇست اوت اګست اگس ' +
    'اگست تامىز غشت ܐܒ ߘߓߊ߬ߓ ߘߓߊ߬ߓߌߟߊ अग अगस्ट अगस्त अगस्तमासः आग आगष्ट आगस्ट ऑग ' +
    'ऑगस्ट स्राबाँ আগ আগষ্ট আগস্ট ওগ ওগষ্ট ਅਗ ਅਗਸਤ ઑગસ્ટ ଅଗଷ୍ଟ ஆக ஆகஸ்ட் ఆగ ఆగస్టు ' +
    'బార్సి ಆಗ ಆಗಸ್ಟ್ ഓഗ ഓഗസ്റ്റ് නිකිණි ส สิงหาคม ສ ສິງຫາ ຫ བརྒྱད ဢေႃး ဢေႃးၵၢတ်ႉ ဩ ' +
    'ဩဂုတ် აგვ აგვისტო ነሓ ነሓሰ ኦገስ ኦገስት ᐅᐸᐦᐅᐏᐲᓯᒼ សីហា ᱟᱜᱟ ᱟᱜᱟᱥᱛ ọgọ ọgọst ọgọọst ọ́gọ ' +
    'ⵖⵓⵛ ⵖⵓⵛⵜ 八 ꉆꆪ ꗛꔕ ꭶꮆ ꭶꮆꮒ 𑄃𑄉𑄧𑄌𑄴𑄑𑄴 𞤶𞤵𞤳 𞤶𞤵𞤳𞤮 ',
  'abofʊmka any anyɔnyɔ bado bur bureet cab cabudanni cte ctembeṛ cut cutanbir dip ' +
    'doc dzu dìpɔ̀s dǝɓlii ebulú fde fouyir ful fulbaana fómhair fʊm gbo gun gunyana ' +
    'gwen gwengolo gwn gwynngala hep hepetema her herbštmánet i ike ikenda imɛŋ ira ' +
    'iraila irũdí ken kenda kep kepakemapa kmw knd kud kús kúshîn kʉsaatʉ leo libwa ' +
    'lut lutongolo lwe lwetse m mbÿɛ mean medi meán mfómh mpan mpandula munyense mvu ' +
    'mvuka mye nchechi ndwengouj ndzɔ̀ŋɔ̀tɨ̀fʉ̀ghàdzughù nge ngwɔ̀ njapi nyakanga ' +
    'nyɛt nyɛtɛki nze nzeri ochiko okwamwenda osokosokoma owewe pi puɔs pú ' +
    'pɛ́nɛ́pfúꞌú rɛbvuâ saa saal saatʉ sat satumba se seb sebteembar sebtembar ' +
    'sebuttemba sek sektanbur sen sentabr sentyabr sentýabr sep sepitema sept septam ' +
    'septambra septemba septembar septembari septembarip september septembra ' +
    'septembre septembro septhemba septimber septiyembre septämber set setembar ' +
    'setember setembr setembre setembro setembru setemere setenbre setenbru setiembre ' +
    'sett settembar settember settembre settembru setyembre siilto sillins sit ' +
    'sittèmmiru slt sok spt stb stèmber sult sultain sàt sàttumbar säp sép séptémber ' +
    'sēp sēpitema sɛt sɛtanburu sẹp sẹptẹ́mba t taraǀkhuumûǁkhâb tis tisa táanin tɛɛ ' +
    'tɛɛr wkd września îln îlon čakč čakčamánnu čhaŋwápeǧi čohčâ čohčâmáánu ɛbɔ ʼ σεπ ' +
    'σεπτεμβρίου авӑн балаҕан блҕ вер верасень верасня вересень вересня есдүгээр сен ' +
    'сент сентябр сентябры сентябрь сентября сентјабр сеп септембар септември ыйа ' +
    'ыйын юһэдүгээр қыр қыркүйек սեպ սեպտեմբեր սեպտեմբերի סעפּ סעפּטעמבער ספטמבר ספט׳ ' +
    'أيلول ئەیلوول سئپتامر سبتمبر ستمبر سيپٽمبر سپت سپتامبر سپتمبر سېنتەبىر سېپتمبر ' +
    'شتمبر شتنبر قىركۇيەك ܐܝܠܘܠ ߕߎߟߊߝߌ߲ बाॅदो बोदो सतमबर सतुंबर सप्टे सप्टें सप्टेंबर ' +
    'सित सितंबर सितंबरमासः सितम्बर सेप सेप्टेम्बर सेप्थेम्बर ছেপ্তে ছেপ্তেম্বৰ সেপ ' +
    'সেপ্ট সেপ্টেঃ সেপ্টেম্বর ਸਤੰ ਸਤੰਬਰ સપ્ટે સપ્ટેમ્બર ସେପ୍ଟେମ୍ବର செப் செப்டம்பர் ' +
    'అస్ర సెప్టెం సెప్టెంబర్ ಸೆಪ್ಟೆಂ ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റം സെപ്റ്റംബർ බිනර ก กันยายน ย ' +
    'ກ ກັນຍາ ຍ དགུ စက် စက်တင်ဘာ သႅပ်ႇ သႅပ်ႇထႅမ်ႇပႃႇ სექ სექტემბერი መስ መስከረም ሴፕቴ ' +
    'ሴፕቴምበር ᓄᒌᑐᐏᐲᓯᒼ កញ្ញា ᱥᱮᱯ ᱥᱮᱯᱴᱮᱢᱵᱟᱨ ⵛⵓⵜ ⵛⵓⵜⴰⵏⴱⵉⵔ 九 ꈬꆪ ꕢꕌ ꮪꮅ ꮪꮅꮝꮧ ' +
    '𑄥𑄬𑄛𑄴𑄑𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞤧𞤭𞤤 𞤧𞤭𞤤𞤼𞤮 ',
  'ahinime antɔŋ apar awóm bio bìòôm cim cot cotmeh d dap dasara deireadh dfómh dip ' +
    'diphalane dàmh dàmhair e epe epeeso fmu fouyir fómhair gitugutu golg ' +
    'golggotmánnu gum gumiguru gís hed hedra here hyd hydref i iku ikumi ikũmi imɛŋ ' +
    'inyi j jerrey kasná kel kele kkm ktu ktubr kum kumi kwiinyi kátíɛ kṭu kṭuber laa ' +
    'laath lun lungùdi lɔm may mayésɛ́ mfu mfumfu mok mokhu mph mphalane mundaŋ ' +
    'ndwencib ndzɔ̀ŋɔ̀ghǔuwelɔ̀m nga ngb ngberere ntɛk nyukul nɛgɛ́m och ochobre oct ' +
    'october octobre octubre octòbre ok oka okakopa okatopa oke oketopa oki okitoba ' +
    'okitobba okt oktabr okthoba okthobha oktob oktoba oktobar oktobari oktobarip ' +
    'oktober oktobore oktobra oktobro oktohber oktoobar oktoober oktoobur oktover ' +
    'oktubre oktyabr oktýabr oktũba okwaikumi olgísan onk onkoloolessa otibar oto ' +
    'otobre otover ott ottobre ottubru otu otubar otubr otubro otubru out outubro ' +
    'outubru oóli października putimaã putúk roovvâd roovvâdmáánu santugaine spallins ' +
    'stg tib tom tomon tsetsá tub tubeṛ tàŋa tèsi ukw ukwakira urr urria utt uttùviru ' +
    'utuber wik wum wím wímánet yar yarkomaa yepé yp zómi čhaŋwápe ĩku ĩkumi ' +
    'ǂnûǁnâiseb ɔku ɔkutɔburu ɔtb ɔ̀wàrà ɩjicimka ʻ ʼ οκτ οκτωβρίου алт алтынньы ' +
    'аравдугаар арбадугаар жовт жовтень жовтня кас кастрычнік кастрычніка окт октобар ' +
    'октомври октябр октябры октябрь октября октјабр юпа қаз қазан հոկ հոկտեմբեր ' +
    'հոկտեմբերի אוקטובר אוק׳ אקט אקטאבער آڪٽوبر أكتوبر ئوکتوڤر ئۆكتەبىر الأول اکت ' +
    'اکتبر اکتوبر اکتوٗبر تشرين تشرینی قازان یەکەم ܐ ܩܕܡܝܐ ܬܫܪܝܢ ߞߏ߲ߓ ߞߏ߲ߓߌߕߌ߮ ' +
    'अकतुम्बर अक्ट अक्टू अक्टूबर अक्टोबर अक्तू अक्तूबर अक्तूबरमासः आक्टोबर ऑक्टो ' +
    'ऑक्टोबर दसारा दासारा बर অক্টো অক্টোঃ অক্টোবর অক্টোবৰ ওক্টো ওক্টোবর ਅਕਤੂ ਅਕਤੂਬਰ ' +
    'ઑક્ટો ઑક્ટોબર ଅକ୍ଟୋବର அக் அக்டோபர் అక్టో అక్టోబర్ దివెడి ಅಕ್ಟೋ ಅಕ್ಟೋಬರ್ ഒക് ' +
    'ഒക്ടോ ടോബർ වප් ต ตุลาคม ຕ ຕຸລາ ລ བཅུ အောက် အောက်တိုဘာ ဢွၵ်ႇ ဢွၵ်ႇထူဝ်ႇပႃႇ ოქტ ' +
    'ოქტომბერი ኦክቶ ኦክቶበር ጥቅ ጥቅምቲ ᐱᓈᐢᑯᐏᐲᓯᒼ តុលា ᱚᱠᱴ ᱚᱠᱴᱚᱵᱟᱨ ọkt ọktoba ọktóba ọ̀wàrà ' +
    'ⴽⵜⵓ ⴽⵜⵓⴱⵔ 十 ꊰꆪ ꕭꖃ ꮪꮒ ꮪꮒꮕꮧ 𑄃𑄧𑄇𑄴𑄑𑄬𑄝𑄧𑄢𑄴 𑄃𑄧𑄇𑄴𑄑𑄮𑄝𑄧𑄢𑄴 𞤴𞤢𞤪 ' +
    '𞤴𞤢𞤪𞤳𞤮 ',
  'acapomka achiel ade adeɛmekpɔxe ai alemle awóm aza azaroa bélú bɔ́k dgi di divi ' +
    'du dziá fgw gi gwahlle houney ikumi ikũmi imw imweri it jol jolal kaa kas ' +
    'kaswèkèsè kipsuunde kmj knk kpt kumi kumwe kur kʉsaano lab lapkrūtis listopada ' +
    'lwe lwezi m makandikɛ may mbu mbudzi mee mejwoŋó mijdar mjd moj moja munyonyo ' +
    'mus musongandembwe màyɛsèp mɔ̌kɔ́ na nab nabändüru navǔr ndwencib ' +
    'ndzɔ̀ŋɔ̀chwaʔàkaa ne ngad ngw ngwanatsele no nob nobemba nobyembre noe noema nof ' +
    'nofemere noo noofeembar noowanbur nop nopémber nov novam novambra novemba ' +
    'novembar novembari novembarip november novembr novembre novembro novembru ' +
    'novenbre noviembre novimber novämber novèmber now nowanburu nowemapa nowember ' +
    'nowembra nowàmbar noy noyabr noý noýabr ntsɔ̌pmɔ́ ntɛk nun nunembeṛ nuv nuvenbru ' +
    'nuvèmmiru nuw nuwamba nuwanbir nvb nwa nwanbir nōv nōvema nọv nọvẹ́mba obo ' +
    'obubuo okwaikumi olabor pay payares pom pudungwana pun pʉshʉ́ka saano sadaasa ' +
    'samh samhain santandria shʉ́ skammâ skammâmáánu skáb skábmamánnu sta t taai tach ' +
    'tachwedd tin tiníní tob tomon u ugu ugushyingo waníyetu win wintermánet wmw wo ' +
    'wum yepé yy zò zómi ĩkm ĩkumi ĩmwe ũmwe ǀhooǂgaeb νοε νοεμβρίου арбан арван лист ' +
    'листопад листопада ліс лістапад лістапада нов новембар ное ноември ноя нояб ' +
    'ноябр ноябры ноябрь ноября ној нојабр нэгдүгээр нэгэдүгээр сэт сэтинньи чӳк қар ' +
    'қараша նոյ նոյեմբեր նոյեմբերի נאוו נאוועמבער נובמבר נוב׳ الثاني تشرين تشرینی ' +
    'دووەم قاراشا نوامبر نوفمبر نوم نومبر نونبر نويابىر نوڤامر ܐܚܪܝܐ ܒ ܬܫܪܝܢ ߣߍߣ ' +
    'ߣߍߣߍߓߊ दिवी नव नवं नवंबर नवंबरमासः नवमबर नवम्बर नवूमबर नवे नवेम्बर नोभेम्बर ' +
    'नोव्हें नोव्हेंबर নবেম্বর নভে নভেঃ নভেম্বর নৱে নৱেম্বৰ ਨਵੰ ਨਵੰਬਰ નવે નવેમ્બર ' +
    'ନଭେମ୍ବର நவ நவம்பர் నవం నవంబర్ పాండు ನವೆಂ ನವೆಂಬರ್ നവം നവംബർ ඉල් พ พฤศจิกายน ย ຈ ພ ' +
    'ພະຈິກ གཅིག བཅུ နို နိုဝင်ဘာ ၼူဝ်ႇ ၼူဝ်ႇဝႅမ်ႇပႃႇ ნოე ნოემბერი ሕዳ ሕዳር ኖቬም ኖቬምበር ' +
    'ᐋᕽᐘᑎᓄᐏᐲᓯᒼ វិច្ឆិកា ᱱᱟᱣ ᱱᱟᱣᱟᱢᱵᱟᱨ ⵏⵓⵡ ⵏⵓⵡⴰⵏⴱⵉⵔ 一 十 ꊯꊪꆪ ꔞꘋ ꔞꘋꕔꕿ ꕸꖃꗏ ꮕꮣ ꮕꮣꮥꮖ ' +
    '𑄚𑄧𑄞𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞤶𞤮𞤤 𞤶𞤮𞤤𞤮 ',
  'abe abendua aeng afuabe ai anɔɔbʊnka apar ariyo avi avientu awóm berfanbar bow ' +
    'bowte brf bɛ́ɛ bɛ̌ bʊn chr chrištmánet cis ciswà d dag de dec decembar decembari ' +
    'decembarip december decembra decembre decembro dee deesanbur dek dekabr des ' +
    'desam desambra desanburu desemba desember desimber desàmbar dexembre dez ' +
    'dezember dezembr dezembru dezenbre dezämber di dic dicemba dicembar dicember ' +
    'diciembre dicèmmiru dis disamba disambar diseembar disemba disemere disyembre ' +
    'disẹ́mba dit diz dizenbru diċ diċembru di̱i̱t dsb duj dujanbir duǧ duǧembeṛ dzm ' +
    'dzome dzèmber dés désémber dùbh dùbhlachd elá eláŋgɛ́ fwo fyu gi grudnia ' +
    'hôasoreǁkhâb ibiri igi ikumi ikũmi ilĩ in iwi juov juovlamánnu juovlâ ' +
    'juovlâmáánu kak kakauka kaĩrĩ kek kekemapa kerzu kev kevardhu kigarama kipsuunde ' +
    'kmb knb kpa kris krizmed krísimin kumi kzu kʉsasatʉ li liɓ lìbuy lùm m mbili mee ' +
    'mpal mpalakazi mud mudde muh muhaano mukũi míbalé na nad nadale ndithemba ' +
    'ndwencibngeih ndzɔ̀ŋèfwòo nebo ngab noll nollaig nollick ntsɔ̌ppá ntɛk ntʉ́ ' +
    'ntʉ́ŋʉ́s ny okwaikumi opoo pande pilɔndɔ́ poo rhag rhagfyr sallaws sasatʉ sed ' +
    'sedimonthole tid tio̱p tomon tow tsh tshitwe tīh tīhema tīs tīsema tȟahékapšuŋ ' +
    'uku ukuboza waare yel yepé ym yuru zvi zvita zómi ĩkl ĩkumi ńyèe ɓulɓusɛ ' +
    'ɔpɛnimma ɔ̀pɛ̀ δεκ δεκεμβρίου арбан арван ахс ахсынньы груд грудень грудня дек ' +
    'декабр декабры декабрь декабря декември дец децембар жел желтоқсан раш раштав ' +
    'сне снежань снежня хоёрдугаар դեկ դեկտեմբեր դեկտեմբերի דעצ דעצעמבער דצמבר דצמ׳ ' +
    'الأول جەلتوقسان دئسامر دجمبر دجنبر دسامبر دسم دسمبر ديسمبر دَسَمبَر دېكابىر ' +
    'كانون ڊسمبر کانونی یەکەم ܐ ܟܢܘܢ ܩܕܡܝܐ ߞߏߟ ߞߏߟߌ߲ߞߏߟߌ߲ डिसं डिसंबर डिसे डिसें ' +
    'डिसेंबर डिसेम्बर दसमबर दसूमबर दिस दिसंबर दिसंबरमासः पान्डे ডিচে ডিচেম্বৰ ডিসে ' +
    'ডিসেঃ ডিসেম্বর ਦਸੰ ਦਸੰਬਰ ડિસે ડિસેમ્બર ଡିସେମ୍ବର டிச டிசம்பர் డిసెం డిసెంబర్ పుసు ' +
    'ಡಿಸೆಂ ಡಿಸೆಂಬರ್ ഡിസം ഡിസംബർ උඳුවප් ธ ธันวาคม ທ ທັນວາ ວ གཉིས བཅུ တီႇ တီႇသႅမ်ႇပႃႇ ' +
    'ဒီ ဒီဇင်ဘာ დეკ დეკემბერი ታሕ ታሕሳስ ዲሴም ዲሴምበር ᒪᑯᓭᑮᓭᑳᐏᐲᓯᒼ ធ្នូ ᱫᱤᱥ ᱫᱤᱥᱟᱢᱵᱟᱨ ọ̀pẹ̀ ' +
    'ⴷⵓⵊ ⴷⵓⵊⴰⵏⴱⵉⵔ 二 十 ꊰꑋꆪ ꕪꕴ ꖨꖕ ꖨꖕꗏ ꗏꖺꕮꕊ ꭵꮝ ꭵꮝꭹᏹ 𑄓𑄨𑄥𑄬𑄟𑄴𑄝𑄢𑄴 ' +
    '𑄓𑄨𑄥𑄬𑄟𑄴𑄝𑄧𑄢𑄴 𞤦𞤮𞤱 𞤦𞤮𞤱𞤼𞤮 ',
];

/** Names of months of other calendars. */
export const monthsOfOtherCalendars =
  'a aashaadha ab aba aban abankuuta abans abib abibs abkuuta abril abî abîb abən ' +
  'accher ad adar adars ado adoolessa adár adárkuuta afaraad agoosto agr agrahajana ' +
  'agrahayana agrahayanakuuta ahir ak akhir akhira al ama amajji amsh amshir amshîr ' +
  'amšir amšīrs andra aon aonamh apr april argajana as asa asada asadha asadhakuuta ' +
  'ashadha ashvina ashwin asv asvina asvinakuuta aszadha ath athür av avs avv avval ' +
  'avvel aw awal awwal azar azarkuuta azer azers azər aý aświna aşy aşyr b ba baba ' +
  'babah badra bah bahman bahmankuuta bahmans bakda ban baramhat baramhats ' +
  'baramouda baramuda baramundah barma barmahât barmo barmoudah barmuda bash ' +
  'bashans bator bauna baý baýram bašans bašnass behmen bermude bermuhat besar bha ' +
  'bhaadrapada bhadra bhadrakuuta bhadrapada bhadrapāda bhádrapad bhā bhādrapad bis ' +
  'bisha bisiestu bit bitootessa bon boş bsar bune bán bâb bâbe bâbâ bāyuè bəhmən c ' +
  'caamsaa cam ceathr cemaziyelahir cemaziyelevvel cemazîyelaxer cemazîyelewel cha ' +
  'chaa chaabane chai chaitra chaitrakuuta chaw chawwal cheathramh cheschwan ' +
  'chesjwan cheszwan chev chevat chešvan chiad chimbe chordád chordād chòigeamh cmz ' +
  'còig còigbis cəm cəmadiyəlaxır cəmadiyələvvəl d da dah daouzekvet de deghe dei ' +
  'deich deicheamh dej dejs dekvet deug dey deykuuta dhen dhou dhu dhul diiseembar ' +
  'dis disember doe dschumada dsem dsemádi dsül du dul duos dàrna déi dòighi dört ' +
  'dźjesztha dżu dżumada džjéšth džjēštha džum džumada džumade džumádá džumādā e ' +
  'ebi ebip ee eebila eighth eil eizhvet el eleventh elfte elloel elul eluls elúl ' +
  'elúlkuuta enavot enavotkuuta epagomens epep epip epipkuuta er esf esfand ' +
  'esfandkuuta esfands esfend esimene essfand evel evvel falguna far faravadin ' +
  'farvardin farvardinkuuta farvardīns farwardin feb februari feebraayo femte ' +
  'ferverdin fifth first fjärde fourth ful fulbaana första fərvərdin ga gen genbot ' +
  'genbots ginbot gue guenbot gur guraandhala gurban gənbot gənbotkuuta h hag ' +
  'hagayya ham hamle hamlé hamlē hathor hathorkuuta hator hatour hatur haturs hed ' +
  'hedar hedars hedse hes heshvan heshván hesván heşvan hešvan hešvans hešván ' +
  'hešvánkuuta heșvan hidar hiddscha hiddža hidżdża hidždža hidže hidžā hijja ' +
  'hijjah hixhe hizja hiđa hordad hordāds hvet hwec hât hâtour hèch hèchvan i iem ' +
  'ii iii iiyem ijar ijars ijjar ijjár ijjárkuuta ijár imşir irũdí isfan isfənd iv ' +
  'iyar iyo i̇yar jakatīts jam jamadilakhir jamadilawal jan janaayo januari jekatit ' +
  'jiaista jiǔyuè joem joemad joum joumada jul julai jum jumaada jumada ' +
  'jumadilakhir jumadilakir jumadilawal jumodul jumodus jun juun jya jyai jyaishtha ' +
  'jyaistha jyaisthakuuta jyeshta jyeshtha k ka kaartika kada kade kaheksas ' +
  'kaheteistkümnes kar kartik kartika kartikakuuta karttika kentañ keyhek kho ' +
  'khordad khordadkuuta khordâd khordād ki kiahk kidā kihaks kis kislev kislew ' +
  'kislév kislévkuuta kiszlév kisļevs kiyahk kogi koiak koiakkuuta kolmas koobaad ' +
  'kordad kow kuu kuubis kuues ky kya kyahk kysã kysãbis kártik kümnes kār kārtik ' +
  'kārtika l laba labaad lixaad liùyuè luuliyo m maagha maand maarso maayo mac mag ' +
  'maga magabit magabits magh magha maghakuuta margashirsha margasirsha margaśirsza ' +
  'meg megabit mehir mehr mehrkuuta mehrs mei meibis mer meret mes meschir mese ' +
  'meses meshir meshirkuuta meskerem meskerems mesori mesorikuuta mesra meszoré ' +
  'mhìos mhìosbis mia miazia mis misra miy miyaza miyazya miyazyakuuta miz mizbis ' +
  'miāzija mjesec mjesecbis mnd mo moeh moeharram moh moharrem month monthbis mor ' +
  'mordad mordadkuuta mordád mordâd mordād mordāds mordəd mouh mouharram mud mudde ' +
  'muh muhar muharam muharams muharem muharram muharrem muherem mukũi mul mulud ' +
  'murdod musapíri mux muxarram mágh mäg mägabit mägabitkuuta mäs mäskäräm ' +
  'mäskärämkuuta mån månaden månadenbis månbis mês māgh māgha mār mārgashīrsha ' +
  'mārgašīrša mısrî məh məhərrəm n nahasē naoidh naoidheamh nasi nasie nasī navet ' +
  'neh nehasa nehase nehasse neljas nesî nhuận ninth nionde nis nisan nisans nissan ' +
  'niszán nisán nisánkuuta noofeembar nov nove november näh nähase nähasekuuta ' +
  'nähasé o obon ochd ochdamh ogo ogos okt oktober oktoobar onk onkoloolessa ora ' +
  'oraza ord ordibehescht ordibehesht ordibeheszt ordibeheşt ordibehešt ' +
  'ordibeheštkuuta ordibehešts oto oul oula ouna ounah ozar pag pagu pagume pagumen ' +
  'pagumiene pagumän pagumén pakhónsz paona paoni paonikuuta paophi paopi ' +
  'paopikuuta paremhat paremhatkuuta paremoude paremoudekuuta pasa paschons pashons ' +
  'pashonskuuta pau pauni pausa pausakuuta paush pausha pausza pauza pauš pauša ' +
  'pempvet pevare peyştes pha phaalguna phalguna phalgunakuuta phamenóth pharmuthi ' +
  'phálgun phāl phālgun phālguna pi pso putimaã pú púbis q qa qaada qaam qacda qam ' +
  'qi qicda qīyuè r ra rab rabi rabia rabic rabiulakhir rabiulawal rabī radschab ' +
  'radżab radžab radžabs raj rajab ram ramadan ramadán ramadāns ramazan ramazon ' +
  'ramzaan rađab rcb rdibehisht reb rebiu rebiul rebiülahir rebiülevvel rebí rebî ' +
  'receb recep red redseb redž redžeb rej rejab rejeb rejep remezan rexh rexheb ' +
  'rişon rmz ruw ruwah réb rébi rəb rəbiülaxır rəbiüləvvəl rəc rəcəb s saani sab ' +
  'sabteembar sabán sad sadaasa saddexaad saf safar safars safer sagaalad sap sapar ' +
  'sawal schahriwar schevat seachd seachdamh second sef sefer seitsmes seizhvet ' +
  'selo sen sene senē sep september ses sete sev seventh sevvál sha shaabaan shab ' +
  'shaban shacban shahrivar shanaad shanaadbis shav shavvol shaw shawwaal shawwal ' +
  'she shev sheval shevat shevát shraavana shrā shrāvana shí shíyuè shíyīyuè sia ' +
  'siathamh siddedad siv sivan sivans siván sivánkuuta siwan sixth sja sjaw sjawal ' +
  'sjevat sjunde sjätte slo son soniy sra sravana sravanakuuta su sur sura svát sya ' +
  'syaa syaaban syakban syaw syawal sza szaban szahriwar szaw szawwal sziván szwat ' +
  'sání sän säne sänekuuta säné sìyuè sānyuè səf səfər t tah tahesas tahsas tahsass ' +
  'tam tammoez tammus tammuz tammúz tammúzkuuta tamouz tamuz tamuzs taqemt taut ' +
  'taḫśaś taḫśaśkuuta teine tek tekemt tekemts tenth teq teqemt ter ters tev tevet ' +
  'tevets tevét tevétkuuta tewet th tha thani thania theni third thot thout ' +
  'thoutkuuta tich tichri tikemet tikimt tionde tir tirkeşik tirkuuta tis tischri ' +
  'tishri tishrí tisjrie tisri tiszri tişri tišri tišrí tišríkuuta tișrei toba tobi ' +
  'tobikuuta tobnaad todobaad tolfte tots toub touba toubah tout treas trede tredje ' +
  'tres tuba tubah tut twelfth tév téveth tévész tír tûbe tût tübi tīrs u ul ula ' +
  'ulaxer ulewel unah unnekvet unu us vai vaisaka vaisakha vaisakhakuuta vaishakha ' +
  'vaishākh vaišákh vaišākha veadar viies wajśakha wax waxabajjii wǔyuè wǔyuèbis ' +
  'xhum xhumade xhumadel xijjah xordəd xurdod yakatit yasí yek yekatit yepé yid yms ' +
  'ymu ypi ypm yps ypu ypubis ypy yuè yuèbis yye yym yyp yyy yäk yäkatit ' +
  'yäkatitkuuta zhc zhēngyuè zilh zilhece zilhicce zilhiccə zilkade zilq zilqədə ' +
  'zqd zu zul zulh zulhi zulhijah zulhijja zulk zulka zulkaedah zulkaidah zulq ' +
  'zulqa zîlqe zú ábán áchira ádár áv ázar ášvin ášádh âbân âzar åttonde èryuè él ' +
  'éloul ùndighi úlá üheksas üheteistkümnes ābān āsar āsha āshw āshwin āshādha āzar ' +
  'āšvina āšādha ćajtra čaitra śrawana şab şaban şbn şe şehriver şevat şevval şewal ' +
  'şwl şəhrivar şəv şəvval ša šabans šah šahrivar šahrivarkuuta šahrivērs šahrívar ' +
  'šauvals šaval šawwal še ševal ševat ševats ševát ševátkuuta šrávana šrāvana ' +
  'șevat ʻ ʼ ʿ έλουλ αβ αμπίπ αμσίρ αντάρ ιγιάρ κεγιάχκ κισλέφ μέσρα μπάπα μπαούνα ' +
  'μπαραμχάτ μπαρμούντα μπασάνς νεσγ νισάν σεβάτ σιβάν τέβετ ταμούζ τισρί τουτ ' +
  'τούμπα χατούρ χεσβάν аб абан абиб абіб ав авваль агр аграхайана аграхаяна ' +
  'аграхајана адар азар азвина азер ай алеф алтыншы амш амшир аргајана асад асада ' +
  'асадха асв асвина асвіна аууәл ахир ахыр ашадха ашвина ашмир ба баб баба бабе ' +
  'бабэ бадра барам барамуда барамхат барм бармуда баун бауна бахман баш башанс ' +
  'башнас баҳман бесінші бет бхад бхада бхадра бхадрапада бірінші ваисака ваисакха ' +
  'вайс вайсакха вайшакха вајсака виҫҫӗмӗш вун вуннӑмӗш ген генбот генбота дав ' +
  'даввал дей деј джаинтха джай джайстха джанштха джум джумад джумада джьештха дуʻл ' +
  'дулк дулкида дулх дулхиџа дхул дхут екінші елул епеп ереж ережеп есфанд жетінші ' +
  'жұм жұмадәл зу зул зуль зұлх зұлхижжа зұлқ зұлқағда зөлх зөлхизә зөлҡ зөлҡәғиҙә ' +
  'иар иккӗмӗш исфанд ияр ијар йом йомадиәл йӗкӗр к каада кар картика картіка киʻда ' +
  'киахк кийяк кислев кихак кијак кордад кіх кіхак ль маг мага магабит магха ' +
  'маргаширша марчешван мег мегабит мегабіта мер мес мескерем мескерема месра мехр ' +
  'меҳр миазиа миазия мис мисра мордад мурахам мурдод мух мухарам мухарем мухаррам ' +
  'муҳ муҳаррам міяз міязія мұх мұхаррам мӗш мөх мөхәррәм нас наси насі нахасэ нех ' +
  'нехасе нисан нісан обон озар он оныншы ордибехешт ордібехешт паг пагумен ' +
  'пагумена паона пауза паус пауса пауша пиллӗкмӗш пхалгуна пхальгуна пӗрмӗш ' +
  'пӗрремӗш р раб рабеъ раби рабиʻ рабиғул рабиғүл рабі радж раджаб рам рамадан ' +
  'рамазан рамаҙан рађаб раџ раџаб раҷ раҷаб реб реџ рәж рәжәб саккӑрмӗш сар саф ' +
  'сафар сегізінші сен сене сиван сони сравана сэнэ сәф сәфәр таммуз тамуз таут тах ' +
  'тахсас тахсаса тебет тевет тек текемт текемта тер тера тир тишрей тишри тоб тоба ' +
  'тобе тот тоғызыншы туба тубэ тут тір тішри тӑваттӑмӗш тӑххӑрмӗш төртінші уйӑх ул ' +
  'уло улттӑмӗш уль уна урдибиҳишт фалгуна фаль фальгуна фаравадин фарвардин ' +
  'фарвардін х хам хамле хамлэ хат хатор хатур хед хедар хедара хешван хиджа хиджжа ' +
  'хиђа хордад хурдод хіджа чаитра чайт чайтра числьов ша шаʻбан шааб шаабан шаб ' +
  'шабан шав шавал шаввал шавваль шахривар шахривер шахрівер шағ шағбан шаҳривар ' +
  'шват ше шебат шеват шрав шравана шәу шәууал шәғ шәғбан шәү шәүүәл элул эпагомен ' +
  'эсфанд якатит єкат єкатіта іар јаиста јекатит јиаиста јумада џум џумада қ қидаҳ ' +
  'ҫиччӗмӗш үшінші ҳ ҳиҷҷаҳ ҷимоди ҷум әууәл әүүәл א אב אבאן אגרהיאנה אדר אד׳ר אוול ' +
  'אולא אייר אל אלול אמשיר אסווינה אספנד אפיפ ארדיבהשת אשדהה א׳ בבה בהמן בהרדה ' +
  'ברמהט ברמודה בשאנס ב׳ גנבות ג׳ומאדא ג׳יאסטהה די ד׳ו הדר הטור המלה וייסקהה חיג׳ה ' +
  'חשוון ח׳רדאד טאוט טבת טובה טקמת טר יכתית כסלו מאגהה מגבית מהר מוחרם מיאזיה מסקרם ' +
  'מסרה מרדאד נאסי נהסה ניסן סאנה סיוון סיון סראוואנה פאונה פאוסה פאלגונה פגומן ' +
  'פלגונה פרורדין צפר צ׳ייטרה קיאק קעדה קרטיקה רביע רג׳ב רמדאן שבט שהריור שוואל ' +
  'שעבאן תהסס תיר תמוז תשרי ת׳אני ת׳אניה ءساۋىر آب آبان آدر آذار آذر آرڈبائش آزر ' +
  'آشادهه آشوین آيان آگرهینه أبيب أذربيهشت أمشير أيار أيلول ابان اثور اردیبهشت ' +
  'اسادها اساڌا اساڑھ اسد اسفند اسفندار اسوينا اسوینا افیفی اقپ اقپان الآخر الآخرة ' +
  'الأول الأولى الاخر الاول الاوّل الثاني الثانی الحج الحجة القعدة القعده القعدہ ' +
  'امشیر او اول اوّل اگراهايانا اگراھيانا اگہن ای ایئر ایار ایلول ایپپ بؤونة بابا ' +
  'بابه باجمن برمهات برمودة برموڈا برمہات بشانس بشنس بهادرا بهادره بهمن بوت بھادوں ' +
  'بہمن بیساکھ بیع بەفرانبار تار تام تامىز تر تشري تشری تكمت تله تموز تهساس توبا ' +
  'توت تکیمت تہساس تیر تیویت تیکیمت ثور جدی جماد جمادى جمادي جمادی جماعه جنبت جوزا ' +
  'جياستا جياسٿا جۆزەردان جیٹھ جییشته جەل جەلتوقسان جەمادىيەلئاخىر جەمادىيەلئەۋۋەل ' +
  'حشوان حمل حمله حوت خاکەلێوە خداداد خرداد خەرمانان د دالقاعده دلو دوّم دي دی ذو ' +
  'ذوالحجہ ذوالحجۃ ذوالقعد ذوالقعدۃ ذي ذِی ذیحجه ذیقعده ر رامىزان ربيع ربیع ربیٖع ' +
  'رجب رمضان رەبىئۇلئاخىر رەبىئۇلئەۋۋەل رەجەب زمری زۇلقەئدە زۇلھەججە ساز ساون ساۋ ' +
  'سراوانا سرطان سروانا سلواغه سنبلهٔ سنه سيفان سين سینے سیوان سیون سەرماوەز سەپەر ' +
  'شباط شراونه شعبان شهرفار شهریور شوال شىل شىلدە شہریوار شیوت شەئبان شەۋۋال صفر ' +
  'صفرے طه طوبة طوت طوفی طيفت عقرب غبرگولی غویی فامینوث فرفردن فرموثی فروردن ' +
  'فروردین قار قاراشا قاز قازان قاڭ قاڭتار قوس قىر قىركۇيەك كيسلو كيهك لول لړم ' +
  'لیندۍ ماخیر ماسوری مام مامىر ماه ماگهه ماگھ ماگھا ماۋ ماۋسىم مجابيت محرم مرحشوان ' +
  'مرداد مرغومی مسرى مسكريم مسکرم مهر ميازيا مگابیت مگها مہر مۇھەررەم میازیا میزان ' +
  'میسرا میگابت ناسی ناۋ ناۋرىز نحسه نسان نسيئ نهاس نيسان نیسان نیہاسے هاتور هامل ' +
  'هدار هیدار هےشوان واذار وری ويساکا ويشاخ وږی ویشاکهه يكتت ٹاؤٹ ٹشری پاؤنا پاخون ' +
  'پاوسا پاوشه پاونی پاوی پاگومه پهالگونا پهالگونه پوزا پوس پووشپەڕ پھاگن پیگیومین ' +
  'ڀدرا چئترا چنگاښ چيترا چیت چیتره ڈے ڕێبەندان ڕەزبەر ڕەشەمە ڦلگونا کاتِک کاتک ' +
  'کارتيکا کارتیکه کب کسلو کسلیو کواق کوچک کیاہک ڪرتيڪا گوڵان گیمبوٹ گین گەلاوێژ ' +
  'گەڵاڕێزان ہیدر ہیملے ہیٹر یکاتیت یکوتیت ܓܘܡܕܐ ܕܘܠܚܓܗ ܕܘܠܩܥܕܗ ܡܘܚܪܡ ܨܦܪ ܩܕܡܝܐ ' +
  'ܪܒܝܥ ܪܓܒ ܪܡܨܐܢ ܫܘܐܠ ܫܥܒܐܢ ܬܪܝܢܐ अ अखाढ़ अगहन अग्रहायण अज़र अझार अदार अबान अव अवन ' +
  'अश्वि अश्विन असार असोज अस्सु अस्सू आघोन आश्विन आषाढ आषाढ़ आसार आसिन इपिप इयार ' +
  'इलुल ईस्फन्द् ऍमशिर एसफांद ओर्दिबेहेश्त ओर्दिवेहेस्ट कत्तक कत्ता का कातिक ' +
  'कात्तिक काथि कार्तिक कियाहक किस्लेव की कीदाह क्दाह खोरदाद खोरर्दाद गनबोट गेनबोत ' +
  'चेत्तर चै चैत चैतर चैत्र छैत्र जिल जिल् जुमा जुमादा जुम्डा जे जेठ जेथो ज्येष्ठ ' +
  'टर टिर टेकेम्ट डे तहसास तामुझ ताहसास तिर तिशरी तेकेम्त तेर तेवेत तोबा तौत दे ' +
  'द्वितीय धुल नासी निसान नेहासे नेहास्से पाओना पागुमेन पागूमन पुष पुस पूस पोह पोह् ' +
  'पौ पौष प्रथम फगण फग्गन फरवरदिन फर्वादिन फा फागुन फाल्गुन बरामउदा बरामहाट बशान्स ' +
  'बसाख बहमन बाबा बाहमान बै बैशाख बैसागो भदौ भा भादो भादों भाद्र भाद्रपद भाद्रो मं ' +
  'मगैर मग्घर मङसिर मस्केरेम मा मागो माघ मार्गशीर्ष माहग मियाज़िया मियाझिया मुहर्रम ' +
  'मेगाबिट मेगाबित मेसकेरेम मेस्रा मेहर मेहेर मोरदाद मोह मोहरम येकाटिट येकातित रजब ' +
  'रझा रझाब रम रमजान राबी वैशाख शव्वा शव्वाल शव्व्ल शाबा शाबान शावन शाहरीवर् ' +
  'शाहरीवार शेवात श्रा श्रावण सउन सफ सफर साउन सावोन सिवान सेन सेने सौण सौन हम्ले ' +
  'हाड़ हातोर हाम्ले हि हिजाह हिज्जाह हेदर हेदार हेशवान অগ্রহায়ণ অগ্ৰহায়ণ অভ ' +
  'অরডিবেহেশ্ত অশ্বিন আউয়াল আডার আবান আমশির আয়ার আশ্বিন আষাঢ় ইয়েকাটিট এপেপ এলুল ' +
  'এসফ্যান্ড কার্তিক কাৰ্তিক কিয়াক কিসলেভ খোর্দ্দ গেনবট চৈত্র চৈত্ৰ জমাদিউল ' +
  'জমাদিউস জ্বিলকদ জ্বিলহজ্জ জ্যেষ্ঠ জ্যৈষ্ঠ টাউট টেকেমট টের টোবা তামুজ তাহসাস ' +
  'তিশরি তীর তেভেত দে নিশান নেহাসে ন্যাশি পাওনা পাগুমেন পৌষ ফাল্গুন ফ্যাভার্ডিন ' +
  'বাজার বান বাবা বারামহাট বারামৌডা বাসহান্স বাহমান বৈশাখ ভাদ্র ভাদ্ৰ মর্যাদ মাঘ ' +
  'মাস্কেরেম মিয়াজিয়া মুহররম মেগাবিট মেশ্রা মেহের রজব রবিউল রবিউস রমজান শা ' +
  'শাওয়াল শাহরিবার শেভাত শ্রাবণ শ্ৰাৱণ সফর সানি সিনি সিভান সেপ্ট হাটর হিডার হেশভান ' +
  'হ্যামলি ਅਇਯਰ ਅਜ਼ਾਰ ਅਦਰ ਅਪੈਪ ਅਬਾਨ ਅਮਸ਼ੀਰ ਅਲ ਅਵ ਅੱਸੂ ਏਲੁਲ ਐਸਫੰਡ ਔਰਡਾਈਬਹੈਸ਼ਟ ਕਿਸਲੇਵ ' +
  'ਕੀ ਕੀਅਕ ਕੀਦਾਹ ਕੱਤਕ ਖੋਡਰਡ ਚੇਤ ਜੁਮ ਜੁਮਾਦਾ ਜੇਠ ਜੇਨਬੋਟ ਟਰ ਟਿਰ ਟੇਕੇਮਟ ਟੇਵਟ ਟੋਉਟ ਡੇਅ ' +
  'ਤਾਮੁਜ਼ ਤਾਹਸਸ ਤਿਸ਼ਰੀ ਤੋਬਾ ਦੂ ਨਿਸਾਨ ਨੇਜ਼ੀ ਨੇਹਾਸੇ ਪਾਓਨਾ ਪਾਗੂਮੇਨ ਪੋਹ ਫਾਰਵਰਡੀਨ ਫੱਗਣ ' +
  'ਬਾਬਾ ਬਾਰਾਮੂਡਾ ਬਾਸ਼ਨਸ ਬਾਹਮਨ ਬ੍ਰਾਮਹਟ ਭਾਦੋਂ ਮਾਘ ਮਿਆਜਿਆ ਮੁਹੱ ਮੁਹੱਰਮ ਮੇਗਾਬਿਟ ਮੇਸਕੇਰੇਮ ' +
  'ਮੇਹਰ ਮੈਸਰਾ ਮੋਰਡਾਦ ਮੱਘਰ ਯਕੇਟਿਤ ਰਜਬ ਰਬ ਰਬੀ ਰਮਜ਼ਾਨ ਰਾਜ ਰਾਮ ਵੈਸਾਖ ਸਫ ਸਫਰ ਸ਼ਅ ਸ਼ਬਾਨ ' +
  'ਸ਼ਰਾਇਵਰ ਸ਼ਵਾਲ ਸ਼ਾ ਸ਼ੇਵਟ ਸਾਉਣ ਸਿਵਾਨ ਸੀਨ ਹਮਲੇ ਹਾੜ ਹਿ ਹਿਜ੍ਹਾ ਹੇਟਰ ਹੇਸ਼ਵਨ ਹੈਡਰ ' +
  'અગ્રહાયણ અઝાર અદાર અબાન અમશિર અશ્વિન અષાઢ આવ ઈપેપ ઈયાર ઈલુલ એચ એસ્ફાન્ડ ' +
  'ઓરડીબેહેશ્ટ કાર્તિક કિયાક કિસ્લેવ ક્યુ ક્વીʻડાહ ખોરદાદ ગેનબોટ ચૈત્ર જુમ જુમાદા ' +
  'જ્યેષ્ઠ ટેકેમ્ટ ટૉટ ટોબા ડેય તામુઝ તાહસાસ તિર તીશ્રી તેર તેવેટ ધુʻલ નાસીઈ નિસાન ' +
  'નેહાસ્સે પાઓના પેગુમેન પોષ ફાર્વાર્દિન ફાલ્ગુન બાબા બારમુઉડા બારમ્હાટ બાશાન્સ ' +
  'બાહમેન ભાદો મહા મિયાઝિયા મુહ મુહર્રમ મેગાબીટ મેસ્કેરેમ મેસ્રા મેહર મોર્દાદ ' +
  'યેકાતીત રજબ રબ રમદાન રાજ રાબીʻ રામ વૈશાખ શા શાʻબાન શાવ શાવ્વલ શાહરિવર શેવાત ' +
  'શ્રાવણ સફ સફર સિવાન સેને હિજ્જાહ હેટોર હેડાર હેમલે હેશવાન ଆଶ୍ଵିନ ଆଷାଢ଼ କାର୍ତ୍ତିକ ' +
  'ଚୈତ୍ର ଜ୍ୟେଷ୍ଠ ପୌଷ ଫାଲଗୁନ ବୈଶାଖ ଭାଦ୍ରବ ମାଘ ମାର୍ଗଶିର ଶ୍ରାବଣ ஃபர் ஃபர்வாதின் அசா ' +
  'அசார் அடா அடார் அபா அபான் அபீ அபீப் அம் அம்ஷீர் அவ் ஆடி ஆனி ஆர்டி ஆர்டிபெஹெஷ்த் ' +
  'ஆவ ஆவணி எஃ எஃபான் எலு எலுல் ஐப் ஐப்பசி ஐயா ஐயார் கஃ கஃதா கார் கார்த்திகை கியா ' +
  'கியாக் கிஸ் கிஸ்லெவ் கென் கென்போ கொர் கொர்தாத் சஃப சஃபர் சனே சித் சித்திரை சிவா ' +
  'சிவான் ஜும ஜுமதா டட் டிஷ் டிஷ்ரி டுபா டெவெ டெவெட் தமு தமுஸ் தஹ் தஹ்சாஸ் திர் ' +
  'துல் தெகெ தெகெம்ப்த் தெர் தே தை நசி நஹா நஹாசே நிசா நிசான் பங் பங்குனி பரமு ' +
  'பரமுதா பரம் பரம்ஹாட் பவு பவுனா பஹ் பஹ்மான் பாகு பாகுமே பாபா பாஷ பாஷன்ஸ் புர ' +
  'புரட்டாசி மகா மகாபிட் மஸ் மஸ்கரம் மஸ்ரா மா மாசி மாதம் மார் மார்கழி மியா மியாஸ்யா ' +
  'முஹ முஹர்ரம் மெஹ் மெஹ்ர் மொர் மொர்தாத் யாகா யாகாடிட் ரஜ ரஜப் ரபி ரம ரமலான் வைகா ' +
  'வைகாசி ஷஃ ஷஃபான் ஷவ் ஷவ்வால் ஷாரி ஷாரிவார் ஷெவா ஷெவாட் ஹடு ஹடுர் ஹமே ஹமேல் ஹிஜ் ' +
  'ஹிஜ்ஜா ஹெத ஹெதர் ஹெஷ் ஹெஷ்வான் అజర్ అదర్ అబన్ అమ్షిర్ అవ ఆశ్వయుజం ఆషాఢం ఇపెప్ ' +
  'ఇలుల్ ఊడాబహష్ట్ ఎస్ ఐయర్ కార్తీకం కి కిస్లెవ్ కిహఖ్ ఖోర్డాడ్ గెన్ చైత్రం జుమ ' +
  'జ్యేష్ఠం టర్ టిర్ టిశ్రీ టెకెమట్ టెవెట్ టౌట్ డే తముజ్ తహసాస్ తోబా ధుల్ నిసాన్ ' +
  'నెహస్సె నైసే పఓనా పగుమెన్ పుష్యం ఫాండ్ ఫాల్గుణం ఫావర్డిన్ బషాన్స్ బాబా బారామౌదా ' +
  'బారామ్హట్ బాహ్ బోట్ భాద్రపదం మాఘం మాన్ మార్గశిరం మియజియ ముహ మెగాబిట్ మెర్డాడ్ ' +
  'మెస్క్ మెస్రా మెహర్ యెకాటిట్ ర రంజా రజ రమ్ వాన్ వైశాఖం శశివర్ శ్రావణం షబా షవ్వా ' +
  'షెవాట్ సఫ సివాన్ సెనె హమ్లె హాటర్ హి హెదర్ హేష్ ಅಗ್ರಹಯಾನ ಅಝರ್ ಅದಾರ್ ಅಬನ್ ಅಮ್ ' +
  'ಆಶ್ವೀನ ಆಷಾಢ ಇಯರ್ ಎಪೆಪ್ ಎಲುಲ್ ಎವಿ ಎಸ್ಫಾಂಡ್ ಓರ್ದಿಬೆಹೆಶ್ಟ್ ಕಾರ್ತೀಕ ಕಿ ಕಿಯಾಹ್ಕ್ ' +
  'ಕಿಸ್ಲೆವ್ ಖೋರ್ಡಾದ್ ಚೈತ್ರ ಜುಮಾದಾ ಜುಮ್ ಜೆನ್ ಜ್ಯೇಷ್ಠ ಟಿರ್ ಟಿಶ್ರಿ ಟೆಕೆಮ್ಟ್ ಟೆರ್ ' +
  'ಟೆವೆಟ್ ಟೌಟ್ ಡಾಹ್ ಡೇ ತಮುಜ್ ತೆಹ್ ತೋಬ ಧು ನಾಸಿ ನಿಸಾನ್ ನಿಹಾಸ್ಸೆ ಪವೋನ ಪುಷ್ಯ ಪೆಗ್ಯುಮೆನ್ ' +
  'ಫರ್ವರ್ದಿನ್ ಫಾಲ್ಗುಣ ಬರಮ್ ಬರಾಮೌಡ ಬಹ್ಮನ್ ಬಾಟ್ ಬಾನ್ ಬಾಬಾ ಬ್ಯಾಷನ್ಸ್ ಭಾದ್ರ ಮಾಘ ಮುಹರಮ್ ' +
  'ಮುಹ್ ಮೆಗಾಬಿಟ್ ಮೆಸ್ಕರೆಮ್ ಮೆಸ್ರಾ ಮೆಹ್ರ್ ಮೈಝಿಯಾ ಮೊರ್ದಾದ್ ಯೆಕಟಿಟ್ ರಜಬ್ ರಜ್ ರಬಿ ' +
  'ರಮದಾನ್ ರಮ್ ಲ್ ವಾನ್ ವೈಶಾಖ ಶ ಶವ್ ಶವ್ವಾಲ್ ಶಹರಿವಾರ್ ಶೀರ್ ಶೆವತ್ ಶ್ರಾವಣ ಸಫಾ ಸಫಾರ್ ಸಾಸ್ ' +
  'ಸಿವನ್ ಸೆನೆ ಹ ಹಟ್ ಹಿಜಾಹ್ ಹೆದರ್ ಹೆಶ್ ಹ್ಯಾಟರ್ ಹ್ಯಾಮ್ಲೆ അദാർ അബാൻ അബ് അവ്വ അവ്വൽ അസർ ' +
  'ആംഷിർ ആഖി ആഖിർ ആശ്വിനം ആഷാഢം ഇയാർ ഈപെപ് എസ് ഏലുൾ ഓർഡിബെഹെഷ് കാർത്തികം കിയാക്ക് ' +
  'കിസ് കെരെം ഖഹ ഖഹദ് ഖോർദാദ് ഗെൻബോട്ട് ചൈത്രം ജമാദുൽ ജ്യേഷ്ഠം ടിവെറ്റ് ടിർ ' +
  'ടെക്കെംറ്റ് ടെർ ടോബ ടൗട്ട് ഡെയ് തഹ് താമൂസ് തിഷ്റി ദുൽ നസീ നിസാൻ നെഹാസെ പവോണ ' +
  'പാഗുമെൻ പൗഷം ഫാൻഡ് ഫാൽഗുനം ഫർവാർദിൻ ഫൽഗുനം ബഹ് ബാബ ബാരംഹാത്ത് ബാരമൗഡ ബാഷൻസ് ' +
  'ഭാദ്രം മാഘം മാൻ മാർഗശീർഷം മിയാസിയ മുഹ മുഹറം മെഗാബിറ്റ് മെസ് മെസ്ര മെഹർ മോർദാദ് ' +
  'യെക്കാറ്റിറ്റ് രിവാർ റജ റജബ് റബീഹുൽ റമദാ റമളാൻ റ്റ് ലെവ് വൈശാഖം വൻ ശവ്വാ ശവ്വാൽ ' +
  'ശഹബാ ശഹബാൻ ശ്രാവണം ഷഹ് സഫ സഫർ സാസ് സിവാൻ സീബാറ്റ് സെനെ ഹാംലെ ഹാറ്റർ ഹി ഹിജ്ജ ' +
  'ഹെഷ് ഹേദർ การติกา กีสเลฟ คอร์แดด จิตรา จุมาดา ชะอะบาน ชะอ์ ชาหริวาร์ ซอฟาร์ ' +
  'ซุลกิอฺ ซุลกิอฺดะฮฺ ซุลหิจ ซุลหิจญะฮฺ ตามูซ ทาฮ์ซัส ทิชรี นาซี นิสซาน บาชันส์ ' +
  'บาบา บารัมฮัท บาราเมาดา บาฮ์มาน ปุษยา ผลคุณี พัตรา พากูเมน พาโอนา ฟาร์วาร์ดิน ' +
  'มฤคศิรา มอร์แดด มาฆะ มุฮะร์รอม มุฮัร รอจับ รอบี รอมะดอน วิสาขา ศรวณา สีวัน ' +
  'ออร์ดิเบเฮชต์ อะซาร์ อะบาน อัฟ อัมเชอร์ อัศวิชา อัษฎา อาดาร์ อิยาร์ อีเปป ฮัมเล ' +
  'ฮาเทอร์ เคียฟ เจนบอต เชวัต เชษฐา เชาว เชาวัล เซเน เดย์ เตอร์ เตเกมท เตเวต เทอร์ ' +
  'เทาท์ เนแฮซ เมกาบิต เมสรา เมสเคอเรม เมฮร์ เมียเซีย เยคาทิท เราะ เราะมะ เศาะ ' +
  'เอลอุล เอสฟานด์ เฮดาร์ เฮวาน โทบา ການຕິກາ ກິດເລບ ຄໍຣເດດ ຈິຕຣາ ຈຸມາດາ ຊະບານ ຊະອ໌ ' +
  'ຊາຟາຣ ຊາຣຫິວາ ຊີວັດ ຊຸລກິອຸ ຊຸລຫິຈ ດີຣ ດຸອັດກິຈະ ດຸອັດກິດະ ຕາມູ ທຣິດຣີ ທາຊັສ ' +
  'ນາຊິວ ນາຊີວ ນິດຊານ ນຸມາ ບຣາມານ ບຣາແມນ ບາບາ ບາລາມູດາ ບາລໍາຮາດ ບາສຮານ ປຸສະຍາ ປຸສາ ' +
  'ຜາລກຸນີ ພະຕຣາ ພາກູເມນ ຟຣາວາດິນ ຟາຣວາດິນ ມາຄະ ມາສລາ ມຸຣະຮອມ ມຸຮັດ ມໍຣເດດ ວິສາຂະ ' +
  'ສາຣາວານາ ສີວານ ອັກຣາຮາຢານາ ອັດສາ ອັສວິຊາ ອາຊາ ອາຊາຣ ອາດາ ອາບານ ອາເຊີ ອີຍາຣ ອີລູ ' +
  'ອີແປບ ອໍຣດີບີເຫຣດ ອໍາເຊີ ຮອກບີ ຮອດບີ ຮາຈັບ ຮາມາດອນ ຮາໂຕ ຮໍາເລ ເຄຍ ເຄາະ ເຈນບອດ ' +
  'ເຊດຖາ ເຊົາ ເຊົາວັດ ເຊເນ ເຍຄາທິດ ເຕເກມ ເຕເວດ ເທີ ເທົາ ເນແຮສ໌ ເປົານາ ເມກາບິດ ' +
  'ເມຍເຊຍ ເມີ ເອບ ເອສຟານ ເຮດາ ເຮວານ ເຮາະ ເຮາະມະ ແຕຣ ແມສເຄີແຣມ ໂທບາ တမ်ႇမုတ်ႉၸ် ' +
  'တိသျရိ တီးရ် တူဝ်ႇပႃႇ တေႇ တႃးသတ်ႉသ် တႄးလ် တႄႇဝႅတ်ႉ တႅၵ်ႉၵမ်ႇ ထွၵ်ႉ ပရမ်ႇႁတ်ႉ ' +
  'ပဝ်းၼႃး ပေႃးသႃႇ ပႃႇပႃႇ ပႃႇမၢၼ်ႇ ပႃႇရႃႇမူဝ်ႇတႃႇ ပႃႇသၢၼ်ႇ ပႃႇၵူႇမႅၼ်ႇ မိယႃႇၸီႇယႃႇ ' +
  'မူႇ မူႇႁႃႇရမ်ႇ မေႃႇတတ်ႉ မႃႇၵႃႇ မႄးႁႃႇ မႅတ်ႉသရႃႇ မႅတ်ႉသ်ရႅမ်ႇ မႅၵ်ႇၵႃႇပိတ်ႉ ' +
  'ယေႇၵတိတ်ႉ ရႃ ရႃႇ ရႃႇပီႇ ရႃႇမႃႇတၢၼ်ႇ ရႃႇၸ် ရႃႇၸၢပ်ႉ လိူၼ်ထူၼ်ႈပႅတ်ႇ ' +
  'လိူၼ်ထူၼ်ႈသိပ်း လိူၼ်ထူၼ်ႈသိပ်းသွင် လိူၼ်ထူၼ်ႈသိပ်းဢဵတ်း လိူၼ်ထူၼ်ႈသီႇ ' +
  'လိူၼ်ထူၼ်ႈသွင် လိူၼ်ထူၼ်ႈသၢမ် လိူၼ်ထူၼ်ႈၵဝ်ႈ လိူၼ်ထူၼ်ႈၸဵတ်း လိူၼ်ထူၼ်ႈၼိုင်ႈ ' +
  'လိူၼ်ထူၼ်ႈႁူၵ်း လိူၼ်ထူၼ်ႈႁႃႈ ဝၢႆးသႃၶႃႇ သရဝၼ သိၼ်း သီႇဝၼ်ႇ သျေႃး သျေႃးဝႃႇလ် ' +
  'သျေႇဝတ်ႉ သျႃး သျႃးပၢၼ်ႇ သျႃးရိဝႃႇ သႃႇ သႃႇၾႃႇ ဢပၢၼ်ႇ ဢသဝိၼႃႇ ဢသႃထႃ ဢီႇယႃႇ ' +
  'ဢေႃးတီႇပႄႇႁႅတ်ႉ ဢၢပ်ႉၾ် ဢၵရႃႇႁႃယႃၼႃႇ ဢႃႇတႃႇ ဢႃႇၸႃႇ ဢႄႇလူးလ် ဢႅတ်ႉၾႅၼ်ႇ ' +
  'ဢႅပ်ႉပႅပ်ႉ ဢႅမ်းသႄးရ် ၵ ၵိတ ၵိၶ် ၵျူႇ ၵျူႇမႃႇတႃႇ ၵျၢႆးတရႃႇ ၵျႅတ်ႉသ်ထႃႇ ၵႃတိၵႃႇ ' +
  'ၵႅၼ်ႇပၢတ်ႉ ၶိတ်ႉသလႅပ်ႉ ၶူဝ်ႇရၢတ်ႉ ၻူဝ်ႇလ် ၻူဝ်ႇလ်ႁိတ်ႉၸႃႇ ၼီႇသၢၼ်း ၼႁၢတ်ႉသ် ' +
  'ၼႃႇသီႇ ၽႃလ်ၵူၼႃႇ ၽႃႇတရႃႇ ၾႃႇဝႃႇတိၼ်ႇ ႁ ႁတ်ႉထေႃး ႁေႇသျဝၼ်ႇ ႁႄႇတႃႇ ႁႅမ်းလႄး ለካቲት ' +
  'ሐምሌ ሓምለ ሕዳር መስከረም መጋቢት ሙሀረም ሚያዚያ ሚያዝያ ረመዳን ረቢዑል ረጀብ ሰነ ሰኔ ሳፈር ሸዋል ሻእባን ታሕሳስ ታኅሣሥ ' +
  'ኅዳር ነሐሴ ነሓሰ አኺር አወል ዙልሂጃህ ዙልቂዳህ የካቲት ጀማደል ጉንበት ግንቦት ጥሪ ጥር ጥቅምቲ ጥቅምት ጳጉሜን ጷጉሜ ' +
  'ḥamle ḥamlekuuta ḫədar ḫədarkuuta ṗagumen ṗagumenkuuta ṭəqəmt ṭəqəmtkuuta ṭərr ' +
  'ṭərrkuuta 一 七 三 九 二 五 八 六 冬 十 四 月 正 腊 臘 閏 闰 월 윤 𑄃𑄃𑄪𑄠𑄣𑄴 𑄃𑄊𑄮𑄚𑄴 𑄃𑄏𑄢𑄴 ' +
  '𑄃𑄏𑄨𑄚𑄴 𑄇𑄘𑄨 𑄌𑄮𑄖𑄴 𑄎𑄧𑄟𑄘𑄨𑄅𑄌𑄴 𑄎𑄧𑄟𑄘𑄨𑄅𑄣𑄴 𑄎𑄨𑄣𑄴𑄇𑄧𑄘𑄴 ' +
  '𑄎𑄨𑄣𑄴𑄦𑄧𑄎𑄴𑄎𑄧 𑄎𑄳𑄠𑄬𑄖𑄴 𑄛𑄪𑄌𑄴 𑄜𑄉𑄪𑄚𑄴 𑄝𑄮𑄎𑄬𑄇𑄴 𑄞𑄘𑄧 𑄟𑄇𑄴 ' +
  '𑄟𑄧𑄦𑄧𑄢𑄧𑄟𑄴 𑄢𑄧𑄎𑄧𑄝𑄴 𑄢𑄧𑄝𑄨𑄅𑄣𑄴 𑄢𑄧𑄝𑄨𑄅𑄥𑄴 𑄢𑄧𑄟𑄴𑄎𑄚𑄴 ' +
  '𑄥𑄉𑄮𑄚𑄴 𑄥𑄚𑄨 𑄥𑄤𑄣𑄴 𑄥𑄧𑄜𑄢𑄴 𑄥𑄳𑄃𑄝𑄧𑄚𑄴 𞤢𞤣𞤢𞤪 𞤢𞤥𞥃𞤭𞤪 ' +
  '𞤢𞤦𞤢𞤲 𞤢𞤦𞤭𞥅𞤦 𞤢𞤧𞤢𞤣𞤢 𞤢𞤧𞤾𞤭𞤲𞤢 𞤢𞤺𞤪𞤢𞤸𞤢𞤴𞤢𞤲𞤢 𞤢𞤾 𞤢𞥁𞤢𞤪 ' +
  '𞤣𞤫𞤴 𞤣𞤮𞤲 𞤣𞤮𞤲𞤳𞤭𞤲 𞤣𞤵𞤲𞤳𞤭𞤲 𞤤𞤭𞤵𞥅𞤴𞤵𞤫𞥅 𞤥𞤢𞤹𞤢 𞤥𞤫𞤧𞤪𞤢 ' +
  '𞤥𞤫𞤧𞤳𞤫𞤪𞤫𞤥 𞤥𞤫𞤸𞤫𞤪 𞤥𞤫𞤺𞤢𞤦𞤭𞤼 𞤥𞤭𞤥𞤨𞤢𞤪𞤢𞤲 𞤥𞤭𞤨 ' +
  '𞤥𞤭𞤴𞤢𞥄𞥁𞤴𞤢 𞤥𞤮𞤪𞤣𞤢𞤣 𞤦𞤢𞤣𞤪𞤢 𞤦𞤢𞤨 𞤦𞤢𞤨𞥆𞤢𞤪𞤢𞤲 ' +
  '𞤦𞤢𞤪𞤢𞤥𞤢𞤸𞤢𞥄𞤼 𞤦𞤢𞤪𞤥𞤵𞥅𞤣𞤢 𞤦𞤢𞤵𞤲𞤢 𞤦𞤢𞤸𞤥𞤢𞤲 𞤦𞤢𞥃𞤢𞤲𞤧 ' +
  '𞤦𞤢𞥄𞤦𞤢 𞤦𞤢𞥄𞤴𞤵𞤫𞥅 𞤧𞤢𞤣 𞤧𞤢𞤦𞥆𞤮𞤪𞤣𞤵 𞤧𞤢𞤧 𞤧𞤢𞤨 𞤧𞤢𞤪 ' +
  '𞤧𞤢𞤭𞤼𞤪𞤢 𞤧𞤢𞥄𞤲𞤴𞤵𞤫𞥅 𞤧𞤪𞤢𞤾𞤢𞤲𞤢 𞤧𞤫𞥅𞤲𞤫 𞤧𞤭𞤾𞤢𞤲 ' +
  '𞤧𞤭𞥅𞤴𞤵𞤫𞥅 𞤧𞤵𞤥 𞤧𞤵𞥅𞤥𞤢𞤴𞤫𞥅 𞤨𞤢𞤤𞤺𞤵𞤲𞤢 𞤨𞤢𞤪 𞤨𞤢𞤪𞤢𞤲 ' +
  '𞤨𞤢𞤵𞤧𞤢 𞤨𞤢𞤺𞤵𞤥𞤫𞥅𞤲 𞤪𞤢𞤶 𞤪𞤢𞥄𞤶𞤭𞤦𞤭 𞤫𞤤𞤵𞤤 𞤫𞤧𞤬𞤢𞤲𞤣 ' +
  '𞤫𞥅𞤪𞤴𞤵𞤫𞥅 𞤬𞤢𞤪𞤾𞤢𞤪𞤣𞤭𞤲 𞤭𞤴𞤢𞤪 𞤮𞤪𞤣𞤭𞤦𞤫𞤸𞤫𞥃𞤼 𞤱𞤵𞥅𞤴𞤵𞤫𞥅 ' +
  '𞤱𞤵𞥅𞤴𞤵𞤫𞥅𞤦𞤭𞤧 𞤲𞤢𞤧𞤭 𞤲𞤫𞤸𞤢𞥄𞤧𞤫 𞤲𞤭𞤧𞤢𞤲 𞤳𞤢𞤪𞤼𞤭𞤳𞤢 ' +
  '𞤳𞤢𞤴𞤸𞤢𞥄𞤳 𞤳𞤭𞤧𞤤𞤫𞤾 𞤴𞤫𞤳𞤢𞤼𞤫𞤳 𞤴𞤵𞤫𞥅 𞤴𞤵𞤫𞥅𞤦𞤭𞤧 ' +
  '𞤶𞤭𞤵𞥅𞤴𞤵𞤫𞥅 𞤶𞤮𞤥𞤦𞤫𞤲𞤼𞤫 𞤶𞤮𞤦 𞤶𞤴𞤢𞤭𞤧𞤼𞤢 𞤶𞤵𞤤 ' +
  '𞤶𞤵𞥅𞤤𞤣𞤢𞥄𞤲𞥋𞤣𞤵 𞤸𞤢𞤥𞤤𞤫 𞤸𞤢𞥄𞤼𞤮𞤪 𞤸𞤫𞤣𞤢𞥄𞤪 𞤸𞤫𞥃𞤾𞤢𞤲 ' +
  '𞤹𞤭𞥅𞤴𞤵𞤫𞥅 𞤺𞤫𞤲𞤦𞤮𞤼 𞤼𞤢𞤥𞤵𞥁 𞤼𞤢𞤸𞤢𞤧𞤢𞥄𞤧 𞤼𞤫𞤪 𞤼𞤫𞤳𞤥𞤫𞤼 ' +
  '𞤼𞤫𞤾𞤫𞤼 𞤼𞤭𞤪 𞤼𞤭𞥃𞤪𞤭 𞤼𞤵𞥅𞤦𞤢 𞤼𞤵𞥅𞤼 𞤾𞤢𞤧𞤢𞤿𞤢 𞤿𞤮𞤪𞤣𞤢𞤣 ' +
  '𞥁𞤫𞤲𞤺𞤵𞤴𞤵𞤫𞥅 𞥃𞤢𞤸𞤪𞤭𞤾𞤢𞤪 𞥃𞤫𞤾𞤢𞤼 𞥃𞤭𞥅𞤫𞤪𞤴𞤵𞤫𞥅 ' +
  '𞥃𞤭𞥅𞤴𞤭𞤴𞤵𞤫𞥅 𞥃𞤭𞥅𞤴𞤵𞤫𞥅 ';

/** Names of days of the week. */
export const weekdays =
  'a aadi aaɓ aaɓnde abich acer adek ahad ahd ahā aijima aimisa ait aitar ajé akahi ' +
  'akolu akr akras akwas akṛ akṛas al ala alaamɩshɩ alaarba alaba alah alahady ' +
  'alahamisi alahaɖɩ alakamisy alamisa alamíisi alar alarba alarbay alarobia alats ' +
  'alatsinainy alaámisi alh alhadi alhamiisa alhamis alhamisi alima alj aljuma alt ' +
  'altine alxamis alz alzuma amhad aneg ang ann anna aoine aono apulelulu ara araba ' +
  'arahamisi aramisay aramisi aramithi arbaco arbc are arf arfininngorneq arim arj ' +
  'arjuma arɩs arɩsǝma asa asab asabar asabotsy asamas ase aseer asi asib asibti ' +
  'asiibi asim asimwas asiḍ asiḍyas asm ass assabdu asteazkena astelehena asḍ ata ' +
  'ataasinngorneq ati atini atinni axad axd axşamı ayn aynas az aŋpétutopa ' +
  'aŋpétuwakȟaŋ aŋpétuwaŋži aŋpétuyamni aŋpétuzaptaŋ aɖɩt aɖɩtɛnɛɛ b bal bala ' +
  'balaza bar bazar be bear bearjadat biir bikua birestar biy biyernes bk bud budh ' +
  'budhvar budhwaar bäkɛl bïkua bảy c caw cawe ceturtdiena cga che chenàbura china ' +
  'chinai chiposi chishanu chitatu chor chorshanba chs cht chumapiri chumatano ' +
  'chumatato chủ cko cla cmt cn com comgaisuu comkaldǝɓlii comkolle comlaaɗii ' +
  'comzyeɓsuu cpr csütörtök ctt cu cum cuma cumartesi cya cyu cyumweru cze czwartek ' +
  'cäŋ céad céadaoin cümə dc dew dewo dg dhieec di diardaoin dib dibéer dic ' +
  'diciadain did didòmhnaich die diel dih dihaoine dijous dijòus dil dilbata ' +
  'dilluns diluain diluns dim dimanche dimans dimanĉo dimas dimecres dimenge ' +
  'dimingu dimècres dis disathairne dissabte diumenge divendres diɔ̱k dl dom ' +
  'domenega domenica domenie domh domhnaigh domingo domingu dominica doménega ' +
  'domìniga donderdag dondertaxtsees donnerstag donneschdeg ds du dum dumengia ' +
  'dumingu duminică dumìnica dunnersdaach dunnersdag dunschtig duorasdat duorastat ' +
  'dush dushanba duş duşem duşenbe dv dwo dwoada dy dydd dzk dzo dzoɖa dé déardaoin ' +
  'dşm e ee enjte erb erbgħa ertəsi es esa esaabadu esabato esaɓasú esmaspäev est ' +
  'esun et ettiminku eye eyenga fal falaite feira feléte fera fia fiada fimmtudagur ' +
  'fiɖ fiɖa fl fr fraitaxtsees fraí fraídè fraị fraịdee fre fredag freed freedag ' +
  'freideg freitag fri friday friidaach friitig fritag frí fríggjadagur fróntag fös ' +
  'föstudagur fúl fúladé fɛlâyɛdɛ ga gask gaskavahkku gatandatu gatanu gatatu ghɨ ' +
  'gievgia giovedì giòbia gli glindesdi gnd gnu gtu guruwaar gwe gwen gwener h hai ' +
  'haoine hbi her hid hidatu hih hihanu hitayi hla hoore huwebes há hétfő hën hënë ' +
  'hósdagur hɔgbaa hɔɔ iau ichuma icm ig igandea ij ijm ijp ijt ijtn iju ijumaa ' +
  'ijumamosi ijumapili ijumatano ijumatatu ijumáa il ile indwi ine inet is isn ' +
  'isniin isnin isonto it ituku j ja jed jedoonee jeh jeheiney jel jelhein jerc ' +
  'jercean jerdein jes jesarn jeudi jiec jim jimaata jimco jimweri jmc jmo jmp joi ' +
  'joibe jon jovedi jovedí jovidìa jpi jtn jtt ju jueves jum juma jumaah jumaamosi ' +
  'jumaapii jumaat jumaatano jumaatatu jumamosi jumamóosi jumamósi jumapil jumapili ' +
  'jumapilyi jumapiri jumapíiri jumapílí jumat jumatano jumatanu jumatatu jumatatuu ' +
  'jumatáano jumatánɔ jumatátu jumma jumwa jumáa jôn júm júmbá jǝǝdí k kad kadadu ' +
  'kamis kamisa kan kana kane kanne kar kari kas kasanu katano katatũ ke kemis ' +
  'keskiviikko keskiviikkona ketvirtadienis ketwirtiks khamiis khamis kifula kinta ' +
  'kiu kiumia kma koang kol kolmapäev kolo kom komuut kos koskoho koskokko kosomok ' +
  'kot kotaai kotisap kpa kts ku kua kuarta kun kuni kuramuka kurã kusa kuta kuwa ' +
  'kuɔth kuɖ kuɖa kwa kwambĩlĩlya kwe kyumwa kúpélimetúkpiapɛ kɔs kɔsiɖa kɔɔ l la ' +
  'labohlano labone laboraro labotlhano labr labt lah lahadi laki lam lamorena lar ' +
  'laraba larunbata lau lauantai lauantaina laugardagur laupäev laurdag la̱t lem ' +
  'ley leygardagur liduva lin lindi linggo linji lit litandi litinin ll llu llun ' +
  'llunes lp lr lu luain luan lub lubingu lum lumingu lun lundi lundo lundì lunedi ' +
  'lunedì lunedí lunes lunesdì luni lunis lunnidìa luns lw lwakuna lwakusatu ' +
  'lwakutaano lwamukaaga lwesihlanu lwesine lwesithathu lyannyano lyapili lyatatu ' +
  'lyɛ lyɛ̌ lá láv lávurduv lávurdâh lávvardat lávvordat lâp lâpôsö lây lâyenga ' +
  'lätni lör lördag lør lørdag lāpule lǝn lǝndí ma maa maanantai maanantaina ' +
  'maandag mabágá mafú man mandag mane mantaha mantaxtsees mat matlhatso mavili ' +
  'mawnde mbe mbere mbs mbɔk mbɔ́ɔntè md mderot me mem memeneda memleɖa mer merc ' +
  'mercher merco mercoldì mercoledì mercredi mercurdí mercuridi mercuridìa merher ' +
  'merkredi merkredo mesemna metwoch metúkpíápɛ mgq mgqibelo mhr mi middeweken mie ' +
  'miercuri miercus mik mikudagur min minggu mit mittwoch mittwuch mittwuč mituú ' +
  'miy miyerkules mié miércoles mið miðvikudagur mma mms mng mo moandei mohndaach ' +
  'mok mokibelo mokɔlɔ mon monday montag moq moqebelo mos mosupologo mošupologo mps ' +
  'mpɔ́sɔ mra mso mst mtn mug mugovera muk muka mukɔ́sú mul mulungu mur murakipí ' +
  'murakí muramuko murwa musapíri muv muvhuro mvfò mvu mvulo mwa mwd màga má málal ' +
  'mán mána mánadagur mánnodat mánudagur mä mäcordì män mäntag määntig må mån ' +
  'måndag mèr mèrcore mèrcuris méi méindeg mér mércores mër mërkurë mët mëttwoch ' +
  'mínéi mísáto mítáno móndie móosi mōn mōnite mɔnɔ mɔ́n mɔ́ndi mɔ́ndɔ mɔ́s mɔ́sú ' +
  'məlú mə́lɛ́ mə́nyi mɛk mɛkrɛdí mɛrkɛrɛdi mọn mọnde mọ́n mọ́ndè na naasaande ' +
  'nadīli nakaebarasa nakaejuma nakakany nakasabiti nakaung nakauni namararu ' +
  'namathanu namaxexe ndangù ndg ne ned nedelja nedeľa nedjelja neděle neljapäev ' +
  'ngeso ngoenzsinghgiz ngs ngu nguwo ngv ngòvya nhật niedz niedziela nihiku ' +
  'niydziela nja njaŋgumba nje njedźela njeslaare njeźela njumaa njumamothi ' +
  'njumamothii njumatana njumatano njumatatu njumatatũ njòwa nko nkodya nma nmm nmt ' +
  'noolempwa nts ntt ntɛ ntɛnɛ num numĩggu năm nɔy nɔ̂y oks okt okü olokuna ' +
  'olokutaanu olomukaaga omk on ons onsdag or ork orwakana orwakashatu orwakataano ' +
  'orwamukaaga orwokubanza osteguna ostirala owokusatu owáŋgyužažapi p pa ' +
  'pachibelushi palichimo palichine palichisano palichitatu panadīli par paraire ' +
  'pas pasepeeivi pasepeivi payshanba paz pazar pazartesi pe penktadienis penşenbe ' +
  'perjantai perjantaina perşembe pet petak petek pi piatok piektd piektdiena pin ' +
  'pingasunngorneq pir pirmadienis pirmd pirmdiena piątek piōntek pja pjatk pn po ' +
  'pon pondelok pondělí ponedeljak ponedeljek ponedjeljak poniedziałek pos pr pre ' +
  'premte pt puda pudara pul pulelulu pussisawaiti pyńdziałek pzt pá pátek pén ' +
  'pénkar péntek pêncşem píili pón póndźela pónjeźele pühapäev pēntniks pět pětk ' +
  'qua quarta quinta r rab rabu rar ravi raviwaar reb rebo reede rob roobii rāh ' +
  'rāhoroi rāt rātapu sa sab saba sabado sabato sabattika sabbato sabbiiti sabbo ' +
  'sabet sabi sabide sabiiti sabo sabti sabtu sabudu sad sadorn sadwrn sam samdi ' +
  'samdí samedi samschdeg samschtig samsdaach samstag samštag san sanbata sande ' +
  'sani sap sapa sapaat saptu sas sat saterdag satertaxtsees sath sathairn saturday ' +
  'saturdí satọdee sau saurú sav savnu sbti sd sed seg segunda sekmadienis sem sen ' +
  'senin senén ses sesta sestd sestdiena sex sexta sgiovedì sha shahulembela ' +
  'shahuviluha shan shanba shani shaniwaar sht shtunë shukra shukrawaar shɔ si sib ' +
  'sibiri sibiti sibt sig sigunda sih sihlanu sine singhgizhaj singhgizit ' +
  'singhgizroek singhgizsam singhgizseiq sisamanngorneq sit sithathu siɓiti sk smba ' +
  'smbara sml snein sneon so sob sobota sohaa sol soledí som somar somwaar son ' +
  'sonda sondag sonndeg sonntag sontaha sontaxtsees sonto sonvar soo sotn ' +
  'sotnabeaivi sre sreda sri srijeda srj srjeda srjoda ss st streda strzoda stwórtk ' +
  'středa su sub subota suk sukrar sukru sukul sul sun sunday sunndaach sunntag ' +
  'sunntig sunnudagur sunnuntai sunnuntaina suno supapá svo svondo svētd svētdiena ' +
  'sze szerda szo szombat sztwortek sàb sàbadu sàbbatu sáb sábado sábadu sásadi ' +
  'sásidɛ sát sátọdè sáu sâm sâmbătă sér séradé séselé sön söndag sø søn søndag ' +
  'sünnavend sünndag sāp sāpate sɔndi sɔ́n sɔ́ndi sɔ́ndiɛ sɔ́ndǝ sɔ́ndɔ sẅíŋtè sọn ' +
  'sọndee sọ́n sọ́ndè tab tad tal tallimanngorneq tan tat ten teneŋ tha thanthatũ ' +
  'thu thursday thứ tich tne tnejn tok tokonaki tongersdei torsdag torstai tr ' +
  'trečiadienis trešd trešdiena tsetsɛ̀ɛ tsh tshipi tsuʔndzɨkɔʔɔ tsuʔntsɨ ' +
  'tsuʔughɨ̂m tsuʔukpà tsuʔumè tsuʔutɔ̀mlò tsètsɛ̀ɛ tu tuorâstâh táano táatu tāite ' +
  'tư tɔm tɔ́sɛdɛ tɛɛnɛɛ tẽg tẽgtũ tọ́zdè tọọzdee ulwesihlanu ulwesine ulwesithathu ' +
  'umgqibelo umsombuluko uni usïö v van vandredi vara vasárnap vaŋdɛrɛdi ve ven ' +
  'venardì venderdi vendredi vendredo venerdi venerdì venerdí venniridìa venres vie ' +
  'vienres viernes vil vin vinars vineri vr vrijdag vrydag vuo vuos vuossaargâ ' +
  'vuossargâ vuossárga vás vástuppeeivi vástuppeivi vèn vènare vënner vẽnhkãgra w ' +
  'wa wan wed wednesday wen wena wenerei wenezdee wet wetano wethatu wiixata wix ' +
  'wkw wky wo woansdei woensdag wth wtn wtũ wu wuk wukuada wunstaxtsees wuok wut ' +
  'wɛ́nɛsɛdɛ wẹ́n wẹ́nẹ́zdè xoves xueves ya yak yakke yakshanba yambo yaou yaw ' +
  'yawoɖa ybo yedi yekşem yow yuk yukuakú yşm za zaterdag zedi zeuggia zo zoba zom ' +
  'zoma zondag àbámɛ́ta àbámẹ́ta àjj àjjuma àla àlarba àìkú ç çar çarşamba çarşem ' +
  'çarşenbe çşm çərşənbə ét éti înî ôko ûse ýek ýekşenbe četrtek četvrtak čtvrtek ' +
  'ġim ġimgħa ħad ħadd ħamis ĵaŭdo ŋge ŋgisú ŋgwà ŋgê ŋuaan śr środa ş şem şemî şen ' +
  'şenbe şənbə šeštadienis št štvrtok štwórtk ɔjɔ́ ɔjɔ́bɔ ɔjɔ́rú ɗón ɗónɛsú ɛtì ɛ́ ' +
  'ʻ ʼ δευ δευτέρα κυρ κυριακή πέμπτη παρ παρασκευή σάβ σάββατο τετ τετάρτη ахшамы ' +
  'б ба баасан базар баскыһыанньа бейсенбі бейшемби бимба бн бс бэ бэнидиэнньик ' +
  'бээтиҥсэ бя бямба воскресенье вр вс вырсарни да дабаа даваа дс душ душанба ' +
  'душанбе дшб дүй дүйсенбі дүйшөмбү дүш дүшәмбе е еара ертәси жек жексенбі ' +
  'жекшемби жм жс жум жума жұма ишемби ишм йом йома йәк йәкшәмбе кесаҙна крс кун ' +
  'кха кхаара къуырисӕр кӏи кӏира кӗҫнерни лх лхагва майрӕмбон мрб нд нед недела ' +
  'неделя недеља неділя недјеља нима ня нядзеля ням ор оршот пʼятниця пайшанба ' +
  'панядзелак панҷшанбе пет петак петок петък пн пон понеделник понедельник ' +
  'понедељак понеділок понедјељак пт пятница пятніца пүрбэ пүрэв пӏе пӏераска ' +
  'пәнҗешәмбе саб сабат сабота сб сбт сенбі серада середа ср сре среда сри сриједа ' +
  'сряда суб суббота субота субуота събота сэ сэрэдэ сәрсенбі тн тунти улуг ух ' +
  'хуыцаубон хцб хүн цыппӕрӕм ч чацвер четвер четверг четвртак четврток четвъртък ' +
  'чор чоршанба чоршанбе чшб чэппиэр чәр чәршәмбе чәршәнбә ш шан шанба шанбе шар ' +
  'шарш шаршамбы шаршемби шим шимбә шм шнб шуо шуот шӑмат шәм шәмбе шәнбә эр эрне ' +
  'юн якш якшанба якшанбе якшәмбе яшб җом җомга ҷмъ ҷумъа ҹ ҹүмә һарба ӕрт ӕртыццӕг ' +
  'երկ երկուշաբթի կիր կիրակի հինգշաբթի շաբաթ շբթ ուր ուրբաթ չորեքշաբթի չրք א׳ ב׳ ' +
  'דאנערשטיק ד׳ ו׳ זונטיק חמישי יום מאָנטיק מיטוואך פֿרײַטיק ראשון רביעי שבת שישי ' +
  'שני آتھوار آچر اتوار اربع الأحد الأربعاء الاثنين الجمعة الخميس السبت اونۍ ' +
  'اَتھوار بدھ برؠسوار بودوار بُدھ بٹوار بەيسەنبى ج جمعرات جمعه جمعو جمعہ جُمہ جۇم ' +
  'جۇما جۈ جۈمە جەك جەكسەنبى خميس د دوشنبه دونۍ دووشەممە دۇي دۇيسەنبى دۈ دۈشەنبە ' +
  'سار سارسەنبى سومر سەن سەنبى ش شنبه شە شەممە شەنبە يونۍ يە يەكشەنبە پنجشنبه ' +
  'پينځنۍ پیر پێنجشەممە پەيشەنبە څلرنۍ چ چا چارشەنبە چهارشنبه چوارشەممە ڇنڇر ' +
  'ژٔندرٕروار ژٔندٕروار ھەینی ہفتہ ی یکشنبه یەکشەممە ܐܪܒܥ ܐܪܒܥܒܫܒܐ ܚܕ ܚܕܒܫܒܐ ' +
  'ܚܡܫܒܫܒܐ ܥܪܘ ܥܪܘܒܬܐ ܫܒܬܐ ܬܪܝܢ ܬܪܝܢܒܫܒܐ ߓߌߟߏ߲ ߛߌ߬ߣ ߛߌ߬ߣߌ߲߬ߟߏ߲ ߞߊ߯ߙ ߞߊ߯ߙߌߟߏ߲ ߞߍ߲ߘ ' +
  'ߞߍ߲ߘߍߟߏ߲ ߞߎߣ ߞߎߣߎ߲ߟߏ߲ ߞߐ߬ߓ ߞߐ߬ߓߊ߬ߟߏ߲ आइत आइतबार आथवार आदि आयतार आर्त आर्तवार ऐत ' +
  'ऐतबार ऐतवार गुरुवार गुरुवासर चंदिरवार च़ंदिरवार छंछ छंछर जुम जुमा जुमो तोआर दिन ' +
  'पुद्दारा पूदा बटवार बिरेस्तार बिस्थिबार बिहिबार बीरबार बुध बुधबार बुधवार ' +
  'बुधवासरः बृहस्पतवार बृहस्पति बृहस्पतिबार बोदवार ब्रेसवार रबि रबिबार रबीबार रवि ' +
  'रविवार रविवासरः लाक्कि वारा विस्पत वीरवार शनि शनिच्चरवार शनिबार शनिवार शनिवासरः ' +
  'शुक्कर शुक्करवार शुक्र शुक्रबार शुक्रवार शुक्रवासरः शुक्रार शेनवार सनि सनिबार ' +
  'सनीचर सम समबार सान्नि साॅम्मा साॅम्वारा सुकुरु सुखुर सुखुरबार सू सूमर सोआर सोम ' +
  'सोमबार सोमवार सोमवासरः सोमार ॿुध ॿुधर ইরাই থাংজ দেও দেওবাৰ নিংথৌকাবা নোংমাইজিং ' +
  'বুধ বুধবার বুধবাৰ বৃহস্পতিবার বৃহস্পতিবাৰ য়ুমশকৈশা রবি রবিবার শগোলশেন শনি ' +
  'শনিবার শনিবাৰ শুক্র শুক্রবার শুক্ৰ শুক্ৰবাৰ সোম সোমবার সোমবাৰ ਐਤ ਐਤਵਾਰ ਬੁੱਧ ' +
  'ਬੁੱਧਵਾਰ ਵੀਰਵਾਰ ਸ਼ਨੀ ਸ਼ਨੀਵਾਰ ਸ਼ੁੱਕਰ ਸ਼ੁੱਕਰਵਾਰ ਸੋਮ ਸੋਮਵਾਰ ગુરુવાર બુધ બુધવાર રવિ ' +
  'રવિવાર શનિ શનિવાર શુક્ર શુક્રવાર સોમ સોમવાર ଗୁରୁବାର ବୁଧ ବୁଧବାର ରବି ରବିବାର ଶନି ' +
  'ଶନିବାର ଶୁକ୍ର ଶୁକ୍ରବାର ସୋମ ସୋମବାର சனி ஞாயி ஞாயிறு திங் திங்கள் புத புதன் வியாழன் ' +
  'வெள் வெள்ளி ఆది ఆదివారం గురువారం నమారా నుక్ బుధ బుధవారం లాకివరా వరా వారమి వుదారా ' +
  'శని శనివారం శుక్ర శుక్రవారం సానివరా సోమ సోమవారం ಗುರುವಾರ ಬುಧ ಬುಧವಾರ ಭಾನು ಭಾನುವಾರ ' +
  'ಶನಿ ಶನಿವಾರ ಶುಕ್ರ ಶುಕ್ರವಾರ ಸೋಮ ಸೋಮವಾರ ച ഞായറാഴ് ഞായർ തിങ്കളാഴ് തിങ്കൾ ബുധനാഴ് ' +
  'ബുധൻ വെള്ളി വെള്ളിയാഴ് വ്യാഴാഴ് ശനി ശനിയാഴ് ඉරිදා බදාදා බ් රහස්පතින්දා සඳුදා ' +
  'සිකු සිකුරාදා සෙන සෙනසුරාදා จันทร์ พุธ วันจันทร์ วันพฤหัสบดี วันพุธ วันศุกร์ ' +
  'วันอาทิตย์ วันเสาร์ ศุกร์ อาทิตย์ เสาร์ ຈັນ ພຸດ ວັນຈັນ ວັນພະຫັດ ວັນພຸດ ວັນສຸກ ' +
  'ວັນອາທິດ ວັນເສົາ ສຸກ ອາທິດ ເສົາ གཟའ ཉི དམར པ ཕུར བ བུ མ མིག མིར ཟླ ལྷག སངས སྤེན ' +
  'ကြာသပတေး စနေ တနင်္ဂနွေ တနင်္လာ တိတ်ႉ ပုတ်ႉ ဗုဒ္ဓဟူး ဝၼ်းပုတ်ႉ ဝၼ်းသဝ် ဝၼ်းသုၵ်း ' +
  'ဝၼ်းဢႃးတိတ်ႉ ဝၼ်းၸၼ် ဝၼ်းၽတ်း သဝ် သုၵ်း သောကြာ ၸၼ် კვი კვირა ოთხ ოთხშაბათი ორშ ' +
  'ორშაბათი პარ პარასკევი შაბ შაბათი ხუთშაბათი ሐሙስ ሓሙስ ረቡ ረቡዕ ሰኑ ሰኑይ ሰን ሰንበት ሰኞ ቀዳ ' +
  'ቀዳም ቅዳሜ እሑድ ዓር ዓርቢ ዓርብ ᐊᔭᒥᐦᐁᑮᓯᑳᐤ ᐋᐱᐦᑕᐘᐣ ᐴᓂ ᐴᓂᐋᐱᐦᑕᐘᐣ ᑫᑳᐨ ᒫᑎᓇᐍᑮᓯᑳᐤ ចន្ទ ច័ន្ទ ពុធ ' +
  'ព្រហស្បតិ៍ សុក្រ សៅរ៍ អាទិត្យ ᱚᱛ ᱚᱛᱮ ᱡᱟᱹ ᱡᱟᱹᱨᱩᱢ ᱥᱟᱹ ᱥᱟᱹᱜᱩᱱ ᱥᱟᱹᱨᱫᱤ ᱥᱤᱸ ᱥᱤᱸᱜᱮ ᱧᱩ ' +
  'ᱧᱩᱦᱩᱢ ẹtì ọjọ́ ọjọ́bọ ọjọ́rú ⴰⴽⵕ ⴰⴽⵕⴰⵙ ⴰⴽⵡⴰⵙ ⴰⵙⴰ ⴰⵙⴰⵎⴰⵙ ⴰⵙⵉⴹ ⴰⵙⵉⴹⵢⴰⵙ ⴰⵙⵉⵎ ' +
  'ⴰⵙⵉⵎⵡⴰⵙ ⴰⵢⵏ ⴰⵢⵏⴰⵙ ⵙⵉⵎⵡⴰⵙ 一 三 五 六 周 四 土 日 星 曜 月 期 木 水 週 金 ꆏꃘ ꆏꉬ ꆏꊂꃘ ꆏꊂꇖ ꆏꊂꉬ ꆏꊂꋍ ' +
  'ꆏꊂꌕ ꆏꋍ ꆏꌕ ꑬꆏ ꑬꆏꑍ ꔻꔬꔳ ꕉꔤꕀꕮ ꕉꔤꕆꕢ ꕉꕞꕒ ꕞꕌꔵ ꗳꗡꘉ ꭴꮎꮩꮣꮖꮝꭼ ꭴꮎꮩꮣꮘꮥꮎ ꭴꮎꮩꮣꮙꮕꭿ ꮕꭹꮑꭲꭶ ꮖꮝꭼ ꮘꮥꮎ ' +
  'ꮙꮕꭿ ꮶꭲꮑ ꮶꭲꮑꭲꭶ ꮷꮎꭹ ꮷꮎꭹꮆꮝꮧ 금 금요일 목요일 수 수요일 월 월요일 일 일요일 토 토요일 𑄝𑄪𑄖𑄴 ' +
  '𑄝𑄪𑄖𑄴𑄝𑄢𑄴 𑄝𑄳𑄢𑄨𑄥𑄪𑄛𑄴𑄝𑄢𑄴 𑄢𑄧𑄝𑄨 𑄢𑄧𑄝𑄨𑄝𑄢𑄴 𑄥𑄧𑄚𑄨 ' +
  '𑄥𑄧𑄚𑄨𑄝𑄢𑄴 𑄥𑄧𑄟𑄴 𑄥𑄧𑄟𑄴𑄝𑄢𑄴 𑄥𑄪𑄇𑄴𑄇𑄮𑄢𑄴 𑄥𑄪𑄇𑄴𑄇𑄮𑄢𑄴𑄝𑄢𑄴 ' +
  '𞤢𞥄𞤩𞤵 𞤢𞥄𞤩𞤵𞤲𞥋𞤣𞤫 𞤥𞤢𞤣 𞤥𞤢𞤱𞤲𞤣𞤫 𞤪𞤫𞤬 𞤪𞤫𞤬𞤦𞤭𞤪𞥆𞤫 ' +
  '𞤲𞤢𞥄𞤧𞤢𞥄𞤲𞤣𞤫 𞤲𞤶𞤫𞤧𞤤𞤢𞥄𞤪𞤫 𞤶𞤫𞤧 𞤸𞤮𞤪 𞤸𞤮𞤪𞤦𞤭𞤪𞥆𞤫 ';

/** AM, PM and times of day, separated by `|`. */
export const dayPeriods =
  '12.00|1ka|2ja|a|a.|a. m.|a.g|a.k|a.m.|aamulla|aamup.|aamupäivällä|abends|adduha|' +
  'adhuhuri|aft|akasuba|akşam|akşamüstü|alfajiri|aluula|am|am morge|am namittag|' +
  'amiază|an|ankstāinan|ante midí|anw|ap.|ap.m.|après-midi|arrats.|arratsaldeko|asb|' +
  'asubuhi|asʊbaa|at night|atm|axşam|axşamüstü|að kvöldi|að morgni|að nóttu|b.|' +
  'banhaet|banringzgvaq|bn|canol dydd|ch|chilo|chiều|comme|cɛɛ́nko|d|d.|' +
  'da madrugada|da manhã|da mañá|da noite|da tarde|de la madrugada|de la mañana|' +
  'de la noche|de la nuit|de la tarde|de l’ap.m.|de l’après-midi|de sira|de.|' +
  'del matin|del mediodía|del pomeriggio|di mattina|di notte|di pomeriggio|di sera|' +
  'die aand|die middag|die nag|die oggend|dilolo|dimineața|dimineață|dinda|' +
  'do mediodía|do połedniŏ|donpar|donparam|dop.|dopahar|dopol.|dopoldan|dopoledne|' +
  'dopoludnia|dopołdnja|dp|du mat.|du matin|du soir|du.|după-amiaza|după-amiază|dél|' +
  'délelőtt|délután|día|e|e mbrëmjes|e mesditës|e mëngjesit|e natës|e paradites|' +
  'e pasdites|e.b.|e.h.|e.m.|ea|eahketbeaivet|eb|ebongi|ebusuku|ebyámu|efiafi|' +
  'eguerd.|eguerdiko|eigulo|ekuseni|em|em.|emini|entathakusa|ep.|ertalab|este|' +
  'etterm.|eve|f|f.h.|f.m.|fi|fiẽ|fm|fm.|form.|fɔŋli|fọ mọ́nin|fọ ívnin|g|g.m.|' +
  'gajaka|gajanɩ|gaueko|gd|gece|gecə|gh|gjb|gjk|gjn|gm|go.soň|go.öň|goizald.|' +
  'goizaldeko|goizeko|gshk|gtsh|gündüz|günorta|günortadan soň|günortadan öň|' +
  'gɩjibɔŋɔ|gɩshilikɔnɔ|gɩteŋshile|h|h.|hajnal|hengihengi|hh|hommikul|hoseng|' +
  'hwaĩ-inĩ|hádegi|i|i bikɛ̂glà|i ɓugajɔp|i.b.|i.n.|iandé-ara-pyturepé|ib|ichamthi|' +
  'icheheavo|idiɓa|illalla|iltap.|iltapäivällä|iluntz.|iluntzeko|in die aand|' +
  'in die middag|in die nag|in the afternoon|in the evening|in the morning|ip.|isuk|' +
  'iđitbeaivet|jioni|jutro|kang’ama|karoon|karuka ramẽ|kechasi|kechqurun|keskip.|' +
  'keskipäivällä|keskpäeval|ki|kikiiɗe|kingoto|kiroko|kisɛ́ndɛ|kiɛmɛ́ɛm|koosk|' +
  'kooskoliny|kp.|krn|kugú|kunduzi|kurã ge|kurã-kuju|kusãg ki|kuty kỹ|kuêma ramẽ|' +
  'kv.|kveld|kyiukonyi|kíkíríg|la amiază|leebi|lilli|lk|luma lwa k|luma lwa p|' +
  'lwamilawu|m|m.|m.d.|ma|madaling-araw|madhyanh|madrugada|makaaripi|makeo|malam|' +
  'mambia|manhã|maná|mat.|matin|matinada|matí|mañana|mbaʼámbaʼ|mbaꞌmbaꞌ|mchana|' +
  'mchochil’l|mediodía|meio-dia|mezzogiorno|mg.|midday|midi|migdia|min nos|mittags|' +
  'mo|mo.|mog|moies|mor|morg.|morgens|mpókwa|mrg.|muhi|munkyo|muu|n|n tmeddit|' +
  'n tufat|n.|n.m.|nachm.|nachmittags|nachts|naktis|naktī|nam.|nap.|napol.|' +
  'napoludnie|natt|navečer|ncwònzém|nd|ng gabi|ng hapon|ng umaga|ngo|ngəgógəle|' +
  'night|nit|nm.|no rīta|noapte|noaptea|noche|noite|nomë.|nomëttes|noon|noć|noću|' +
  'nt.|ntambama|ntɔ́ngɔ́|nyiaghuo|n’abali|n’abalị|n’ụtụtụ|o.|od|odp.|odpoledne|' +
  'om aftenen|om eftermiddagen|om formiddagen|om morgenen|om natten|opold.|opoldne|' +
  'ot|p|p.|p. m.|p.d.|p.m.|pa pussideinan|pagi|pamilau|pamunyi|pashamihe|perpiet|' +
  'petang|pg|pi open suno|pi pini suno|pituna ramẽ|pitunaeté ramẽ|pm|pn|po|po noći|' +
  'po pod.|po podne|po poł.|po połedniu|po południu|podne|pol.|poledne|ponoči|pop.|' +
  'popiet|popietė|popodne|popol.|popoldan|popoludní|popołdnju|pos midí|' +
  'poslije podne|poslijepodne|priekšp.|priešpiet|prije podne|przed poł.|' +
  'przed południem|ptg|ptm|pusd.|pusdienlaikā|pärastlõunal|på efterm.|' +
  'på eftermiddagen|på ettermiddagen|på formiddagen|på förm.|på förmiddagen|' +
  'på kvelden|på kvällen|på morg.|på morgenen|på morgonen|på natta|på natten|pēcp.|' +
  'pēcpusd.|pēcpusdienā|r.|r.n.|raat|rano|rat|rati|reggel|rt|rw|rytas|ráno|' +
  'rãkãnh kỹ|rũ|sa|saa sita za mchana|sabah|safiya|sanj|sanje|sd.|seara|seară|sf|' +
  'shaam|shwane|siang|sj|sk|soir|sokall|sokallim|sore|soň|sub|subah|subaka|subbaahi|' +
  'sáng|sárúwá|síðdegis|sübh|səhər|tadggwat|tanghaling-tapat|taparachu|tarda|tarde|' +
  'teipa|tengah hari|tengah malam|tesiran|thapama|tifawt|tk|to|too|tr|trưa|' +
  'tush payti|tŋ|tối|uhr nommendaachs|uhr vörmiddaachs|ujutro|ujutru|uluchelo|usiku|' +
  'ut|utuko|uveče|v n.|v noci|v.|v.m.|vaasisu|vakaras|vakarā|vespre|več.|veče|večer|' +
  'vm.|vorm.|vormittags|w nocy|w poł.|w południe|wb|wd|wengi|wichishu|wiecz.|' +
  'wieczorem|wótp.|wótpołdnja|y bore|y prynhawn|yamma|ym|yn y bore|yn y prynhawn|' +
  'yr hwyr|yöllä|z.mu.|z.mw.|zaabig|zaarikay b|zdat azal|zj|zjut.|zjutraj|zmittag|' +
  'znacht|zv|zveč.|zvečer|zã|àárɔ̀|àárọ̀|éjjel|õhtul|ö|ös|öö|öösel|öğle|' +
  'öğleden sonra|öğleden önce|öň|đêm|ĩyakwakya|ĩyawĩoo|ŋdi|ŋdɔ|ŋka mbɔ́t nji|ũg|' +
  'ǁgoagas|ǃuias|ɔ̀sán|ɛndámâ|ɛnkakɛnyá|ɣetrɔ|απόγ.|βράδυ|μ.μ.|μεσημ.|π.μ.|πρωί|' +
  'το απόγευμα|το βράδυ|το μεσημέρι|το πρωί|ам|ахшам|ахшамүстү|веч.|вече|вечера|' +
  'вечерта|вечора|дня|дп|к. у.|к. х.|кечаси|кечинде|кечк|кечқурун|кешкі|кундузи|' +
  'на обяд|навечер|напл.|напладне|наутро|ночи|ночі|ноћ|ноћу|ноќе|орой|пм|по под.|' +
  'по подне|подне|полд.|полдень|попл.|попладне|поподне|пп|пре подне|през нощта|' +
  'претпл.|претпладне|прије подне|ранку|следобед|сутринта|сүбһ|сәһәр|таңғы|тк|то|' +
  'туш пайти|тң|түн|түн ичинде|түнгі|түскі|түстен кейінгі|түшт кйн|түштөн кийин|' +
  'у подне|увече|утра|ујутро|ујутру|чак түш|чт|шөнө|эи|эк|эрталаб|эртең менен|' +
  'эртң мн|јутро|ҝ|ҝеҹә|ҝүндүз|ҝүнорта|ү.х.|ү.ө.|үд дунд|ӕмбисбоны размӕ|' +
  'ӕмбисбоны фӕстӕ|өглөө|өдөр|առավոտյան|առվ|գիշերը|գիշերվա|գշր|երեկոյան|երկ|կեսօր|' +
  'կեսօրին|կօ.|ցերեկը|ցերեկվա|ցրկ|אחה״צ|אחר הצהריים|בבוקר|בוקר|בלילה|בערב|בצהריים|' +
  'לילה|לפנות בוקר|נאָכמיטאָג|ערב|פֿאַרמיטאָג|צהריים|اے ایم|ب|ب.ظ.|ب.ن|بامداد|' +
  'بعد الظهر|بعدازظهر|بعدازچاشت|ت د|ت ك|تاڭعى|تۇستەن كەيىنگى|تۇسكى|تۇنگى|د.ن|دوپہر|' +
  'دوپہر میں|رات|رات میں|سہ پہر|شام|شام میں|شب|ص|صباحًا|صبح|صبح میں|صبح، منجهند|ظهر|' +
  'ظهرًا|عصر|غ.م.|غ.و.|فجرًا|في الصباح|في المساء|ق.ظ.|ك|كەش|كەشى|ل|ليلاً|م|مساءً|' +
  'منتصف الليل|منجهند، شام|نیمه‌شب|پی ایم|چ.ب|چ.ك|چۈشتىن بۇرۇن|چۈشتىن كېيىن|܏ܒܛ‌|' +
  '܏ܒ‌|܏ܩܛ‌|܏ܩ‌|ߛ|ߥ|अपरान्ह|अपराह्न|ए एम|तडके|दनपार|दनपारां|दपेहरा/संजा|दपैहर बाद|' +
  'दु|दुपार|दोपहर|प|पहाट|पी एम|पूर्वाह्न|फुं|बिहान|बे|बेलासे|बेलुकी|भोर|भ्यागा|' +
  'मध्यान्ह|ये एम|रा|रात|राती|रात्र|शाम|शाम जा|स|सं|संध्याकाळ|सकाळ|सकाळीं|सबेरे|' +
  'सवेर|साँझ|सांज|सांजे|सांझ|सांम|सुबह|सुबुह जा|स’ञ|অপৰাহ্ন|এ এম|দুপুর|দুপুরবেলায়|' +
  'নুমাং|পি এম|পূৰ্বাহ্ন|বিকাল|ভোর|ভোরবেলায়|রাত্রি|রাত্রিবেলায়|সকাল|সকালবেলায়|' +
  'সন্ধ্যা|সন্ধ্যাবেলায়|ਦੁਪਹਿਰੇ|ਰਾਤੀਂ|ਸਵੇਰੇ|ਸ਼ਾਮੀਂ|બપોરે|રાત્રે|સવારે|સાંજે|' +
  'அதிகாலை|அந்தி மா.|அந்தி மாலை|இர.|இரவு|கா.|காலை|நண்.|நண்பகல்|பிற்.|பிற்பகல்|மதி.|' +
  'மதியம்|மா.|மாலை|ఉదయం|ఎ|ఎ ఎమ్|పి|పి ఎమ్|మధ్యాహ్నం|రాత్రి|సాయంత్రం|ಬೆಳಗ್ಗೆ|' +
  'ಮಧ್ಯಾಹ್ನ|ರಾತ್ರಿ|ಸಂಜೆ|ഉച്ച|ഉച്ചതിരിഞ്ഞ്|ഉച്ചയ്ക്ക്|പുലർച്ചെ|രാത്രി|രാവിലെ|' +
  'വൈകുന്നേരം|സന്ധ്യ|උ|උදේ|ද|දවල්|ප.ව.|පා|පාන්දර|පෙ.ව.|ම|මධ්‍යාහ්නය|මැ|මැදියමට පසු|' +
  'රෑ|හ|හවස|กลางคืน|ค่ํา|บ่าย|เช้า|เที่ยง|เย็น|ในตอนเช้า|ในตอนเย็น|ກາງຄືນ|ກ່ອນທ່ຽງ|' +
  'ຕອນກາງຄືນ|ຕອນທ່ຽງ|ຕອນບ່າຍ|ຕອນເຊົ້າ|ຕອນແລງ|ຫຼັງທ່ຽງ|ཕྱི་ཆ་|ཕྱི་དྲོ་|སྔ་ཆ་|སྔ་དྲོ་|' +
  'ည|ညနေ|တလ.|တွၼ်ႈလႃႈ|တွၼ်ႈၸဝ်ႉ|တၸ.|နေ့လယ်|နံနက်|မွန်းတည့်|လ.|ၸ.|დილ.|დილით|' +
  'ნაშუადღ.|ნაშუადღევს|საღ.|საღამოს|ღამ.|ღამით|შუადღ.|შუადღეს|ቀ|ቀትር|ቅ.ቀ.|በሌሊት|በምሽት|' +
  'ከሰዓት|ድ.ቀ.|ጥዋት|ᐁᒼ|ᐊᒼ|ᐲᒼ|ថ្ងៃត្រង់|នៅពេលរសៀល|នៅពេល​ព្រឹក|នៅពេល​យប់|នៅពេល​ល្ងាច|' +
  'ᱥᱮᱛᱟᱜ|ᱧᱤᱫᱟᱹ|ḍeffir aza|ọ̀sán|’s avonds|’s middags|’s nachts|’s ochtends|ⵜⴰⴷⴳⴳⵡⴰⵜ|' +
  'ⵜⵉⴼⴰⵡⵜ|上午|上昼|上晝|下午|下昼|下晝|中午|凌晨|午前|午後|夕方|夜|夜中|夜晚|早上|昼|晚上|朝|朝早|正午|清晨|ꁯꋒ|ꎸꄑ|ꭲ|ꭲꭶ|' +
  'ꮜꮎꮄ|ꮢꭿᏹꭲ|ꮢꭿᏹꭲꮧꮲ|밤|아침|오전|오후|저녁|정오|𑄘𑄨𑄝𑄪𑄎𑄳𑄠|𑄛𑄧𑄖𑄳𑄠𑄃𑄟𑄧𑄣𑄳𑄠𑄬|' +
  '𑄝𑄬𑄚𑄳𑄠𑄬|𑄝𑄬𑄣𑄳𑄠𑄬|𑄢𑄬𑄖𑄴|𑄥𑄎𑄧𑄚𑄳𑄠|𞤢|𞤢𞤰|𞤩|𞤩𞤰|';

/** Eras, time zones, and the words between parts of a date. */
export const others =
  'a aa aatii ab abʊŋʊma ad addunyaa af affile after afọ ag ah aig aika ajanlaskua ' +
  'akavyaalwe akyi akǝ alle alþjóðlegur am amansan amser amzer amzervezh an annab ' +
  'annabi anno annu aonui aorian ap apre après araaraa ariré aroko arénjmẹnt at ' +
  'atooŋe aty ayk azaal aã aŋunii aɩak b ba baada bara bayan bd be belā berɛ bg ' +
  'bhai bi bing bk bm boole bouddhique bud buddhalainen buddhis buddhista ' +
  'buddhistisk budista budistični budistu budistă bukya burī bính búddhadagatal bǎa ' +
  'c ca caalamka caggal cas ce chanta china choitcheann chr christ christo christus ' +
  'chrystowym chrìosta ci ciise cn co coordenada coordenado coordinada coordinado ' +
  'coordinadu coordinat coordinate coordinated coordinato coordinà coordonat ' +
  'coordonné crist cristan cristo cristu cristus curdinata cut cydlynol cyffredniol ' +
  'czas cámɛɛn công d da dabadii dal dap daspò dc ddc de del den depois despois ' +
  'després después dffir dfɛ dhen di ding dioclétien diokl diokletiāna dispos dk do ' +
  'domini domino dopo doppu dunia duniya după dwe dä dèidh dậu e eb ebuyile edilmiş ' +
  'ee efter eftir eh ekr era eran erao ere ery esididiyelwe etter evrensel ey eínō ' +
  'eş fakaemāmani forsiy fúnɛ fĩi fọ g ga gada gads gaƒoƒoɖoanyi gecoördineerde ' +
  'gekoördineerde gerdûnî ghwa giờ gmt goude gwa güdümlü gÿo h hadewa haihuwar ' +
  'hegirae heimstíð hevdemî hicri hicrî hidžran hidžras hijra hijri hijriy hirja ' +
  'hizjria hodź hollvedel hora horário hr hristos hs hurariyu hégire hól hợp i idil ' +
  'időszámításunk iisa ilo ils im iməg ing iniwelsel isaa isadan isikhathi isku isz ' +
  'iy iz j ja jaga jam jamanoo je jeso jesu jezu jezuz ji jk jkr jälkeen jésus k ka ' +
  'kaakɔŋkɔŋɔ̀ kaiboirwe kakoordhinasi kar kaŋkǝm kaŋɔrɔ ke kell kenurzhiet khaoǃgâ ' +
  'kilisto kiristu kirís kiy kk kl kli klisto klo klock kny ko kokakesich kol ' +
  'koledar koordinasiya koordinatali koordinatua koordineeritud koordinerad ' +
  'koordinerejuvvon koordineret koordinert koordinierte koordinirani koordinirano ' +
  'koordinisano koordinovaný koordinowany koordinuar koordinált koordinētais ' +
  'koordiněrowany koordynowany kopš kordenadu kr kraist kraịst krestos krishtit ' +
  'krisiti krist krista kristaus kristi kristo kristovi kristtusa kristu kristuksen ' +
  'kristus kristusowem kristust kristusu kristũ krisṭabd krén krís krîstu krǐstò ' +
  'kulisito kulisto kunordigita kunyima kuratibu kurdenadu kurisito kuuza kuvita ' +
  'kwa kwédi ky kysã kōtuitui kǝ kǝbɔpka kɔdinatɛde kɛlísɛtɔ kɨrɨsitʉ kɨ̀lesto kỷ ' +
  'kỹ l la laikas laiks lapa las le lehin lenju les leso letopočtu lia lokaci lyɛ̌ ' +
  'lárnach lúc m maailmaaeg mar martyrum masehi mayesu maŋa maŋŋel mb mbas mbúsa ' +
  'mbūs me mf mfumo mh mi milattan milodiy min minguo minkɛ mis miņgo mkr morago ' +
  'morena mori ms mtwaa mugore muhiga mun mundi mundu mwai mwedi mwedzi mwere mweri ' +
  'màrtires mé mínguó mîladê mùi mũdi mūsu mɔ́ mɛŋguꞌ mậu n na nang nankuida ' +
  'narodźenju naroźenju naszej našeho nc ndwen ne nei ng nga ngo ngoenz nguyên ' +
  'ngwɛn ngày ngɔn ngọ nhazi ni nia niile nk nnyano noh nove npk nsima ny nyuma ná ' +
  'në ní năm o ob oc oed oge oktasaš om ondoren ora ordu ore osebiro oshù oṣù p pa ' +
  'pada pamwandi par pasaules pasaulio pb pekô pel pers persarum persianu persico ' +
  'persiešu pfiɛ phối piştî pk pkr pm po poslije post pruti pukul pustis pärast pó ' +
  'pēc pɛsaŋ qindaa quốc r radīšanas ramambo rb rdc reiva reiwa ren republica ' +
  'republik rk roc s sa saa saeta sagat saka samræmdur samskipað sas sau saŋ scn ' +
  'selaras seld sgh shen si sike sina sld smani somhlaba somonvoyit sonra sos soň ' +
  'st su suderintasis suenter suno svetový svjetsko světový swětowy syntymän sz ' +
  'szerint sánzá sīsū t ta taim taimi talalit taɣ tcu temp tempo tempore temps ' +
  'tempus tenpo terkoordinasi thg thutha tháng thân tid tiempo time timpul ' +
  'tiqsimuyuntin tk tm tme tmg ts tsɛttsɛt tti tupachisqa turususawa tyd té tími tî ' +
  'tɔ́ tế tỵ u uhr uile uilíoch ukristo ulimwenguni um unibertsal universal ' +
  'universala universale universaltid universel universele universell universālais ' +
  'univerzalni univerzalno univirsali uniwersalny ura uri urteko utc utgaşdyrylýan ' +
  'v vaqt vaxtı vaztam vedu vell világidő vixvacho voudaek vreme vrijeme vẽnh w wa ' +
  'wagt waktu waqtiga wara waxtu wei wektu weltzeit wereldtijd wk wo wu wí wā wɔ ' +
  'wọld xexeme xiran xristub y ya yaijire yakwe ye yecu yeesu yeni yeso yesu yesù ' +
  'yesũ yethu yezu yi yiẹ yk yleisaika yopia you ys yuñ yy yés yésus yézu yěsô yŋ ' +
  'yɛ́sʉ z zaman zamanoo zeg zeger zezi à àgbáyé àkókò àm àpapɔ̀ àpapọ̀ às áigi ' +
  'ámvus ähliumumy ègira ère ékélémkúnupíén ê òrdanaichte óra ú ümumdünya čas đinh ' +
  'ē ēra ērā ĩtina ńzyé ŋ ŋwíí ŋɔli śaka šaka šoddâm ɖak ɖulinya ɛ ɛisa ɛy ɛ́ ɩsa ʻ ' +
  'ʼ β ε μ μετά παγκόσμια ρέιβα σάκα στις συντονισμένη χ χριστόν ώρα ад аз ап ах б ' +
  'бе беҙҙең биздин бин бирдиктүү буддизм буддийская бэ біздің бөтендөнья в вакыты ' +
  'вақти ваҡыт вина во време время вријеме всемирное всесвітнім вэй вӑхӑт г гараг ' +
  'год д дийнахь дин диокл диоклетиана диоклетиантан дуьйна дүйнөлүк дүниежүзілік е ' +
  'ел ера ере ери ж з за заман заманымыз зохицуулалттай и й йӗркеленӗрен ' +
  'каардынаваны килештерелгән килӗштернӗ китай координацияланған координирано ' +
  'координированное координисано координованим күнэ манай милади милод милодий ' +
  'мингуо миньго мира мэ н нараджэння нашата нашої нове о од олон оной оны от п ' +
  'пайхамар пам пас перс персидский после пуҫланнӑран пёнъ пӗтӗм р реива рейва респ ' +
  'республики рк рождества рэйва с сака саманари саманири сана сар сарын сл след ' +
  'соати сотворения сы сыл сәгатьтә т тӗнче тӗнчери төрүмелинден у уақыт убакыт ' +
  'улсын универзално универсално универсаль універсальны х хальхи хж хиджра хиджры ' +
  'хр христа христова христос хрыстова хыҫҫӑнхи ц цаг цзи ч час часом шэнь ын э эра ' +
  'эриний ю ј јени үйлестірілген ҳамоҳангсозӣ ҷаҳонии һара һарын һижрәттән һуң ' +
  'ӏийса թ ժամանակ ին կոորդինացված համաշխարհային հետո մ քրիստոսից אוניברסלי אחריי ' +
  'א׳ ב בשעה ב׳ ג׳ דעם ד׳ הבודהיסטית הג׳רה היג׳רה הספירה העולם הפרסית הרפובליקה ה׳ ' +
  'ו׳ זמן ז׳ ח׳ טן ט׳ ט״ו ט״ז י׳ י״א י״ב י״ג י״ד י״ז י״ח י״ט כ׳ כ״א כ״ב כ״ג כ״ד כ״ה ' +
  'כ״ו כ״ז כ״ח כ״ט לבה״ע לבריאת לספירה לספירת ל׳ מתואם סאקא סין של שנת תשפ״ו תשפ״ז ' +
  'תשפ״ח תשפ״ט ءبىزدىڭ البوذي التقويم التوقيت الصي العالمي المنسق اینو اے ب بعد ' +
  'بودایی بۇددا تقویم جمهورية جمہوریہ جهانی د دنياوي دۇنيەجۇزىلىك ر ريوا ریوا ز ' +
  'زامانىمىز زایینی زمان ساعت ساکا ساڪا سں ش شمسی ص ع عبری عيسوي عیسوی في ق قمری له ' +
  'م مىلادىيە مىنگو ميلادي میلاد میلادی مینگو نړیوال ه هجری هـ هماهنگ همغږى و وخت ' +
  'وروسته وقت وَکھ يىلنامەسى ٹائم په پهرين پٮ۪ٹھؠ څخه چین ڈومنی ڈی کان کو کوآرڈنیٹڈ ' +
  'کوآرڈینیٹڈ گرینیچ گڏيل ھىجرىيە ہجری ۇيلەستىرىلگەن ۋاقىت ی یونیورسل ܒ ܒܫܥܬܐ ' +
  'ܡܛܘܟܣܬܐ ܡܪܢܝܬܐ ܥܕܢܐ ܫܡ ܫܢܬܐ ܬܒܠܝܬܐ ߌߛ ߌߛߊ߫ ߕߎߡߘߊ߫ ߖߊ߯ߓߊ߫ ߘߏ߲߬ߖߟߎ߬ߡߊ߬ߣߍ߲ ߞߐ߫ ߡ ' +
  'ߡߏߦߌ अन्नो आँ आन्न आलमी इ इसपू इसवीसन ई ईसवी ईसवीसन ईस्वी ऍन्नो ए एडी के को ' +
  'कोऑर्डनैटिड क्रि गदि॒यल गी गोरोबहोनाय टैम डि डोमिनी तदा तालमेली ते दा दामिनि दि ' +
  'दुनिया नि पूर्व पेठ बजे बौद्ध मिंगू मुंडी मुलुगनां याव यूनवर्सल रेइवा रोजी ' +
  'लेञ्जु व वक्तु वख वरांचेर वर्ष विश्व वेळ वैश्विक श शक स संवत सक सन सन् सम ' +
  'समन्वित समन्वितः समय समां साक साका हि हिजरी আন্তর্জাতিক এ কোওর্দিনেটেদ খৃ ' +
  'খৃষ্টাব্দ খ্রিঃ খ্রিস্টাব্দ খ্ৰীঃ খ্ৰীষ্টাব্দ গী টাইম দা মতুং মিঙ্গুয়া ' +
  'য়ুনিভর্সেল যুগ শক সমন্বিত সময় সাল সাৰ্বজনীন স্থানাংকিত ਈ ਈਸਵੀ ਕੋਔਰਡੀਨੇਟੇਡ ਪੂ ' +
  'ਪੂਰਵ ਮਿੰਗ ਵਿਆਪਕ ਵੇਲਾ ਸਾਕਾ ਸੰਨ આર ઇસ ઇસવીસન ઈ ઓ યુનિવર્સલ શક સ સંકલિત સમય સાકા સી ' +
  'ଖ୍ରୀଷ୍ଟାବ୍ଦ ଠାରେ ସମନ୍ୱିତ ସମୟ ସାକା ସାର୍ବଜନୀନ அன்னோ அன்று ஒருங்கிணைந்த கி சர்வதேச ' +
  'சாகா டோமினி நேரம் பி కి క్రీశ క్రీస్తు త శక శకం సకం సమన్వయ సమయం సార్వజనీన ಕ್ರಿ ' +
  'ಕ್ರಿಸ್ತ ಮಿಂಗೋ ರಂದು ಶ ಶಕ ಸಂಘಟಿತ ಸಮಯ ಸಮಯಕ್ಕೆ ಸಾರ್ವತ್ರಿಕ ആന്നോ എഡി കോർഡിനേറ്റഡ് ' +
  'ഡൊമിനി ന് മിംഗ്വോ യൂണിവേഴ് ശക സമയം സൽ ഹിജറ ක් දින රි රිස්තු ව වර්ෂ වේලාව සමකක්ෂ ' +
  'සාර්ව ค คริสต์ศักราช จี๋โหย่ว ติงเว่ย ที่ นาที นาฬิกา ปี ปีเปอร์เซีย ป่ิงอู้ พ ' +
  'พุทธศักราช ม ย วินาที ศ อี่ซ่ือ อู้เซิน ฮ ฮิจเราะห์ศักราช เรวะ เวลา ' +
  'เวลาสากลเชิงพิกัด ไต้หวัน ຄ ຄຣິດສັກກະລາດ ຈີ ຊິ ດິງ ນາທີ ບິງ ປີເປີເຊຍ ພ ມ ຢີ ຢູ ' +
  'ວິນາທີ ວູ ສ ເກນ ເວລາສາກົນເຊີງພິກັດ ເວີຍ ໂມງ གཟའ ཆུ ཇི ཏི པ བ མ ཚེ ཚེས ཚོད ཟླ འི ' +
  'ལོ ལོའི སྐར སྤྱི ཨེམ ကမ္ဘာ့ ခရစ်နှစ် စံတော်ချိန် ညှိထားသည့် တ ထၢႆႇဝၢၼ်း ပ ' +
  'ပီပႃႇသျႃး ပီသႃႇသၼႃႇ ပီၶရိတ်ႉ ပီႁေးၵျိရႃႇ ရေးဝႃႇ သ သၵ်ႉၵႃႇ အဒေီ ဢေႇတီႇ ' +
  'ၶၢဝ်းယၢမ်းလုမ်ႈၾႃႉ ၸ ႁ ახ ახალი დრო კოორდინირებული მსოფლიო წ წელთაღრიცხვით ሁለገብ ' +
  'ም ምሕረት ሰዓት ኣድማሳዊ ዓ ዓመተ ዝተሳነየ የተቀነባበረ ግዜ គ គ្រិស្តសករាជ នៅ ម៉ោង ' +
  'ម៉ោងសកលដែលមានការសម្រួល ស ᱚᱠᱛᱚ ᱠᱚᱨᱰᱤᱱᱮᱴᱮᱰ ᱤᱥᱣᱤ ᱭᱩᱱᱤᱣᱟᱨᱥᱟᱞ ḍeffir ḍɛ ất ọf ụwa ' +
  'ⴷⴼⴼⵉⵔ ⴷⴼⵄ ⵄⵉⵙⴰ ⵏ 〇 サカ 一 丁 七 三 世 丙 乙 九 二 五 仏 令 伊 伯 佛 元 八 公 六 兰 分 创 初 創 十 午 协 協 印 ' +
  '历 和 四 国 國 定 己 巳 希 年 度 廿 戊 斯 日 时 時 普 暦 曆 月 未 来 標 民 波 準 点 特 申 界 科 秒 紀 纪 蘭 西 調 调 酉 ' +
  '間 间 點 ꃅꋊꊂ ꆪ ꈎ ꋧꃅꎕꏦꄮꈉ ꑍ ꭰꮓ ꭰꮯꭲꮅꮢ ꭲꭹꮰᏹ ꭴꮎꭲ ꮒꭶꮣ ꮩꮋꮒ 기유 년 레이와 무신 병오 분 불기 서기 세계시 시 월 ' +
  '유대력 을사 일 정미 중화민국 초 협정 히즈라력 𑄃𑄧𑄇𑄴𑄖𑄧 𑄈𑄳𑄢𑄨𑄌𑄴𑄑𑄛𑄴𑄘𑄧 𑄘𑄇𑄴𑄘𑄨𑄠 ' +
  '𑄛𑄨𑄖𑄴𑄗𑄨𑄟𑄨𑄢𑄴 𑄡𑄪𑄇𑄴 𑄥𑄣𑄴 𞤢𞤨 𞤢𞤰 𞤢𞤲𞥆𞤢𞤦𞤭 ' +
  '𞤣𞤢𞤴𞤢𞤳𞤭𞤤𞤼𞤭𞤴𞤢𞥄𞤲 𞤣𞤭𞤲𞤺 𞤣𞤭𞥅𞤤𞤢𞥄𞤳𞤵 𞤥𞤭𞤲𞤺𞤵𞤮 𞤦𞤭𞤲𞤺 ' +
  '𞤦𞤵𞥅𞤣𞤢𞤲𞤳𞤮𞤱𞤢𞤤 𞤧𞤢𞤳𞤢 𞤧𞤭 𞤩𞤢𞤭 𞤩𞤢𞥄𞤱𞤮 𞤩𞤣 𞤩𞤬 𞤪 𞤪𞤫𞤴𞤱𞤢 ' +
  '𞤫 𞤬𞤮𞤲𞤣𞤢𞥄𞤲𞤣𞤫 𞤭𞥅𞤧𞤢𞥄 𞤱𞤫𞥊𞥅 𞤱𞤵𞥅 𞤳𞤭𞤶𞤮𞥅𞤪𞤫 𞤳𞤸𞤬 𞤴𞤭 ' +
  '𞤴𞤵𞥅 𞤶𞤭 𞤸𞤭𞤤𞥆𞤢𞤲𞤳𞤮𞥅𞤪𞤫 𞤺𞤦 𞤺𞤭𞤪𞤢𞤤 𞥃𞤫𞥅𞤲 ';
