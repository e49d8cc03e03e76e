import { type Language, PLATFORM } from './language.ts';

export const spanish: Language = {
  spellings: [
    [/\b(?:repositorio|proyecto)\b/g, 'repo'],
    [/[¿¡]/g, ''],
    [/\bpor favor\b,? ?/g, 'porfa '],
  ],
  openers:
    /^(?:(?:ok|okay|vale|bien|muy bien|bueno|perfecto|genial|gracias|si(?=[,.!:])|no(?=[,.!:])|y|pero|entonces|ah|tambien|ademas|por cierto|otra cosa|una cosa|importante|nota|ojo|recordatorio|porfa|oye|mira|espera|perdon|listo|venga|eso|commit)\b ?[,.:!–—-]* *)+/,
  clause: /(?:[,:;–—]| -) ?(?:y |pero |asi que |entonces |porfa )*|\b(?:y|pero|que) (?:porfa |tambien )*/g,

  rule: [
    [
      'a bajo cada como de desde en nunca para por sin todas',
      /\b(?:a partir de (?:ahora|hoy|aqui)|de ahora en adelante|desde ahora|en (?:lo sucesivo|adelante)|de aqui en adelante|en el futuro|de una vez por todas|cada vez que (?:tu |vos |usted )?(?!falla|se |me |lo ejecuto)\w+|todas las veces|bajo ningun concepto|en ningun caso|nunca mas|nunca jamas|por regla general|como (?:norma|regla)(?: general)?|por norma|sin excepcion(?:es)?|en todos los casos|para siempre)\b/,
    ],
    [
      'jamas nunca siempre',
      /^(?:porfa )?(?:nunca|jamas|siempre) (?!(?:se|te|nos|le|fue|ha|funcion\w*|falla|fallo|pasa|paso|habia|he|hemos visto|me (?:da|sale)|da error|sale|es|era|esta|estuvo|funciono)\b)\S+/,
    ],
    [
      'jamas nunca siempre',
      /^(?!(?:esto|eso|est[ea]|es[ea]|el (?:test|error|servidor)|la (?:prueba|pagina)|por que|yo|me|ha|fue)\b)\S+ (?:\S+ ){0,6}?(?:siempre|nunca|jamas)\b(?! (?:ha|fue|funciono|funciona|falla|fallo|me|se ha|habia))(?<!\b(?:funciona|falla|pasa|sale|da|es|era|esta) (?:siempre|nunca))/,
    ],
    ['no & se', /\bno se \w+ (?:nunca|jamas|ninguna?|bajo)\b/],
    [
      'no & aceptamos borramos commiteamos desplegamos escribimos guardamos hacemos mandamos mergeamos mezclamos mockeamos permitimos ponemos probamos subimos tocamos usamos',
      /^(?:nosotros |aqui |tu |usted )?no (?:usamos|hacemos|subimos|commiteamos|mergeamos|desplegamos|probamos|mockeamos|escribimos|tocamos|mandamos|guardamos|aceptamos|permitimos|mezclamos|ponemos|borramos) (?!(?:eso|esto|lo|la que|todavia|aun|nada de eso)\b)\S+/,
    ],
    [
      'aqui en entre & cada el escribimos hacemos la las los nadie no nunca se siempre solo todas todo todos trabajamos usamos',
      /^(?:aqui|en (?:este|nuestro) (?:repo|equipo|codigo)|en (?:esta|nuestra) (?:casa|empresa)|en la empresa|en el equipo|entre nosotros),? (?:no|se|nadie|todo|todos|todas|siempre|nunca|usamos|hacemos|escribimos|los|las|el|la|solo|cada|trabajamos)\b/,
    ],
    [
      'escribimos guardamos hacemos nombramos ponemos preferimos trabajamos usamos & aqui en no nunca y',
      /^(?:usamos|escribimos|preferimos|trabajamos|nombramos|ponemos|guardamos|hacemos) .{2,100}(?:\b(?:en todas partes|en todo el (?:repo|codigo)|en este (?:repo|equipo)|y no|no (?:el|la|los|las)|aqui)\b|, (?:no|nunca) \S+)/,
    ],
    [
      'convencion la las mi norma nuestra nuestras politica regla una',
      /\b(?:nuestra|la|mi|una|las|nuestras) (?:regla|norma|convencion|politica|reglas|normas)s?(?: aqui| de \S+| es)? ?(?:es|son|dice|:)|^(?:regla|norma|convencion|politica)(?: de oro| de la casa)? ?:/,
    ],
    [
      'acuerdate anota anote apunta apunte memoriza no quedate recuerda recuerde ten tened tenga',
      /^(?:porfa )?(?:recuerda|recuerde|acuerdate|ten en cuenta|tenga en cuenta|tened en cuenta|apunta|apunte|anota|anote|no olvides|no olvide|memoriza|quedate con)(?: bien| siempre| esto| eso| porfa)*(?:,|:| que| de (?:no|siempre|que)| para| siempre)(?! (?:el|la) (?:vez|dia))/,
    ],
    [
      'deja dejad dejar deje para parar pare & de',
      /^(?:puedes |podrias |porfa )?(?:deja|deje|dejar|para|pare|parar|dejad) (?:ya )?de \w+(?:ar|er|ir|ando|iendo|rme|rlo)\b(?! (?:el|la) (?:servidor|proceso))/,
    ],
    [
      'no & quiero',
      /^no quiero (?:ver |que |encontrar |tener )?(?:mas |ningun\w* |nunca )?.{2,100}(?:\b(?:mas|nunca|ningun\w*|jamas|sin|nunca mas|otra vez|en (?:el|los|las|la|este) (?:codigo|repo|commits?|logs?|tests?|pruebas|mensajes))\b)/,
    ],
    [
      'me necesito preferiria prefiero quiero te',
      /^(?:quiero|prefiero|me gustaria|necesito|preferiria|te pido) (?:que )?(?:siempre|nunca|cada|todos|todas|no (?=.*\b(?:nunca|mas|sin)\b))\b|^(?:prefiero|preferiria) que (?:me |no |siempre |uses|escribas|respondas|hagas|pongas)\b|^prefiero (?!(?:la|el|esa|ese|esta|este|opcion|eso|esto)\b)\S+ (?:\S+ ){0,4}?(?:a|antes que|en vez de|sobre)\b/,
    ],
    [
      'nada ningun no nunca & sin',
      /^(?:no|nada|ningun\w*|nunca) .{2,100}\bsin (?:preguntar\w*|consultar\w*|avisar\w*|mi|que (?:yo|te)|permiso|tests?|pruebas?|ticket|revision|aprobacion)\b/,
    ],
    [
      'basta nada ni ningun no',
      /^(?:nada de|no mas|basta de|ni un|ninguna?) (?!(?:eso|esto|problema|momento)\b)\S+.{3,}/,
    ],
    [
      'avisa avisame consulta pregunta preguntame & antes',
      /^(?:porfa )?(?:pregunta\w*|consulta\w*|avisa\w*|preguntame|avisame) (?:siempre |primero |porfa )*antes de\b(?! (?:empezar|seguir|continuar))/,
    ],
    [
      'antes despues',
      /^(?:antes|despues) de (?:cada|todo|toda|cualquier)\b.{3,}|^.{4,100}\b(?:antes|despues) de cada (?:commit|push|merge|release|cambio|despliegue|pr)\b/,
    ],
    [
      'ante en si',
      /^(?:en caso de duda|ante la duda|si (?:tienes|tiene) dudas|si dudas|si no estas seguro)\b/,
    ],
    [
      'nadie & borra commitea debe despliega fusiona hace mergea modifica puede sube toca',
      /^nadie(?: salvo \w+| excepto \w+| mas)? (?:\w+ )?(?:hace|sube|mergea|toca|despliega|modifica|puede|debe|commitea|fusiona|borra)\w*\b(?!.{0,40}\b(?:entiende|sabe)\b)/,
    ],
    [
      'cada cualquier las los toda todas todo todos & con debe empieza en lleva necesita se son tiene va*',
      /^(?:cada|todo|toda|todos los|todas las|cualquier|los nuevos|las nuevas) (?:\S+ ){1,6}?(?:lleva\w*|debe\w*|tiene\w* (?:que|su|un)|necesita\w*|va\w* (?:en|con|a|sin)|empieza\w*|se (?:escribe|guarda|nombra|prueba|firma|llama)\w*|son en|en (?:espanol|ingles)|con)\b(?!.{0,40}\bpasar\b)/,
    ],
    [
      'es esta estan ni no queda quedan son',
      /\b(?:esta|estan|queda|quedan|es|son) (?:totalmente |estrictamente |absolutamente )*(?:prohibid\w+|vetad\w+|intocable\w*|obligatori\w+|sagrad\w+|tabu|fuera de (?:limites|alcance)|no negociable\w*)\b|\b(?:no se toca\w*|ni se toca\w*|no se usa\w* (?:aqui|en este|en nuestro))\b/,
    ],
    [
      'no & debe puede',
      /\bno (?:debe\w*|puede\w*) (?:nunca |jamas )?(?:aparecer|salir|estar|contener|llegar|ir|guardarse|subirse|quedar)\b.{2,80}\b(?:logs?|codigo|repo|commits?|tests?|pruebas|produccion|main|mensajes|base)\b/,
    ],
    [
      'di emplea escribe usa usad use usen utiliza & no nunca',
      /^(?:porfa )?(?:usa|use|utiliza|emplea|escribe|di|usad|usen) (?!(?:el|la|los|las|ese|esa|este|esta) )[^,;]{1,60},? (?:y )?(?:no|nunca) (?!(?:se|hace|te|me)\b)\S+/,
    ],
    [
      'comenta comentarios commits contesta escribe fechas habla horas importes mensajes nombres precios ramas redacta responde trata tutea',
      /^(?:porfa )?(?:responde\w*|contesta\w*|escribe|habla\w*|comenta|redacta|tutea\w*|trata\w*) (?:\S+ ){0,6}?(?:en (?:espanol|ingles|castellano|frases)|de usted|de tu|breve\w*|corto)\b|^(?:los |las )?(?:mensajes de commit|commits|comentarios|nombres de \w+|ramas|fechas|importes|precios|horas) (?:\S+ ){0,4}?(?:en (?:espanol|ingles|utc)|siempre|nunca|deben|empiezan|van (?:en|con)|llevan|se guardan)\b/,
    ],
    [
      'en eso esto vale',
      /\b(?:eso|esto) (?:vale|aplica|sirve|va) para (?:todo|todos|todas|cualquier)\b|\bvale para todo\b|\ben todas partes(?:, porfa)?[.!]*$/,
    ],
    [
      'no & dejes escribas guardes hagas menciones metas mezcles pongas subas toques uses',
      /^no (?:metas|pongas|uses|escribas|dejes|subas|guardes|mezcles|toques|hagas|menciones) (?!(?:eso|esto|el|la|ese|esa|nada)\b)\S+.{2,60}\b(?:en|a|sin|dentro)\b .{2,}/,
    ],
    [
      'evita evitad evite ni',
      /^(?:porfa )?(?:evita|evite|evitad) (?!(?:eso|esto)\b)\S.{3,}|^ni se te ocurra\b/,
    ],
    [
      'compatib debe tiene & api con en',
      new RegExp(
        `^(?:(?:esto |todo |el codigo |la app )?(?:tiene que|debe) (?:seguir )?(?:funcionar|funcionando|correr|ejecutarse|compilar) (?:en|con) ${PLATFORM}|(?:manten\\w*|conserva) (?:la )?compatib(?:le|ilidad) con ${PLATFORM}|la api (?:publica )?(?:tiene que|debe) (?:seguir siendo|ser siempre|mantenerse) compatible)`,
      ),
    ],
  ],
  seal: [
    [
      'eso esto lo & aplica cuenta rige sirve va vale',
      /^(?:y )?(?:eso|esto|lo mismo) (?:vale|aplica|va|sirve|rige|cuenta) (?:para|en|siempre|a)\b/,
    ],
    [
      'asi* cada es* jamas no* nunca punto siempre sin*',
      /^(?:siempre|nunca|jamas|sin excepcion(?:es)?|punto|cada vez|es (?:la|nuestra|una) (?:regla|norma)[\w ]{0,20}|asi (?:lo hacemos|se hace|trabajamos)(?: aqui| nosotros)?|no es negociable|es obligatorio)[.!]*$/,
    ],
    [
      'acuerdate anotalo apunta apuntalo apuntatelo no que recuerda recuerdalo recuerde tenlo',
      /^(?:porfa )?(?:recuerda|recuerdalo|recuerde\w*|apunta|apuntalo|apuntatelo|anotalo|no lo olvides|tenlo en cuenta|tenlo presente|que no se te olvide|acuerdate)(?: bien| siempre| de eso| eso| esto| porfa| para \w+(?: \w+)*)*[.!]*$/,
    ],
    ['no & me quiero voy', /^(?:y )?no (?:quiero|me hagas|voy a) (?:tener que )?repetir\w*/],
  ],
  passing:
    /\bpara (?:la|las|el|los) (?:demo|presentacion|capturas?|reproduccion|medicion|ensayo)\b|\by (?:mira|comprueba|dime|ve) (?:si|que)\b|\b(?:para est[ea] (?:prueba|test|pr|commit|rama|caso|archivo|fichero|demo|entrega|ticket)|otra vez|una vez mas|por ahora|de momento|por el momento|esta vez|solo (?:por )?(?:esta|hoy|una) (?:vez)?|por esta vez|hoy(?! en adelante)|manana|todavia no|aun no|temporalmente|provisional\w*|en este (?:archivo|fichero|caso|commit|test) ?(?:solo|,|$|\.)|solo (?:para|en) (?:este|esta|el|la)\b|hasta (?:que (?:yo|vuelva|lo|tengamos)|manana|el lunes|nuevo aviso)|primero prueba|una vez y ya)\b/,
  notRule:
    /^(?!si\b)(?:\S+ ){1,4}(?:dice|dijo|decia|pone|afirma|sostiene|cree|piensa|opina|escribe|indica|pide) que\b|^antes,? (?!de\b)|\b(?:antiguamente|anteriormente|en aquel entonces|hasta ahora|el ano pasado|la semana pasada|el mes pasado)\b|^cada (?:usuari[oa]|cliente|visitante|fila|linea|celda|tarjeta|pagina|producto|pedido|jugador|paciente|entrada)\b|^(?:el|la|los|nuestr[oa]s?) (?:clientes?|clienta|usuari[oa]s?|disenador\w*) (?:quieren?|desean?|piden?|exigen?|prefieren?) |\ba partir de (?:la|el) (?:linea|fila|pagina|version|paso|columna)\b|\bpide que\b|^(?:el|la|este|esta|nuestr[oa]) (?:boton|campo|funcion|metodo|pagina|dialogo|menu|lista|etiqueta|cabecera|pie|icono|formulario|cache|componente|endpoint|parser|bucle|contador|valor|temporizador|cursor|ventana|salida|columna|fila|consulta|cliente|servidor|texto|titulo|enlace|barra|filtro|clase|app|aplicacion|web|tabla|interfaz|bot)\b(?: \S+){0,4}? (?:debe|deberia|tiene que|puede|ha de)\b|^(?:nosotros )?(?:nunca|siempre|jamas) (?:terminamos|llegamos|conseguimos|logramos|acabamos|pudimos|tuvimos|fuimos|hicimos|supimos|vimos|quisimos|estuvimos|empezamos|encontramos|quedamos)\b|\b(?:jaja\w*|jeje\w*|lol|si claro|es broma|bromeo|buena idea|quizas?|tal vez|a lo mejor|me pregunto|imagina|supongamos|y si (?!acaso)|seria|deberiamos|el manual dice|la documentacion (?:\S+ ){0,3}dice|segun|dicen que)\b|^(?:por que|como(?! (?:norma|regla))|cuando|quien|que|cual|donde|deberia\w*|es|son|esta) (?!(?:importante|obligatorio|prohibido)\b)|^(?:esto|eso|el \w+|la \w+|nunca|siempre) (?:nunca |siempre )(?:ha|fue|funciono|funciona|falla|fallaba|termina|acaba|llega|recibio|se ha)\b/,
  foreign:
    /\b(?:dice|dijo|dicen|piensa|segun|quizas?|tal vez|si (?!tienes|dudas|tocas|cambias)|seria|podria|porque|ya que|pone que)\b|^(?:anade|agrega|crea|escribe|implementa|haz|arregla|corrige|prueba|comprueba)\w* [^,:]*[:,] /,
  wish: /^(?:(?:y|ok|vale|gracias|perfecto|porfa)[,.! ]*)*(?:puedes|podrias|puede|podria) (?:porfa |ya )*(?:dejar|parar|siempre|no|recordar|evitar|acordarte|a partir)\b|, (?:ok|vale|entendido|de acuerdo|eh|porfa|si)\?$/,

  correction: [
    ['alto espera no* para que*', /^(?:no|que no|espera|alto|para)(?:[,.!:;–—-]+| -| espera)+ ?\S.{5,}/],
    [
      'no que',
      /^(?:no|que no) (?:no|en|es|uses|pongas|hagas|toques|era|lo|la|el|los|las|quiero|asi|con|por|a|eso|esto|cambies|borres|hace falta)\b.{4,}/,
    ],
    [
      'asi error eso esto falso incorrecto mal* no*',
      /^(?:eso|esto|asi) (?:no )?(?:esta mal|es (?:incorrecto|falso|erroneo)|no (?:es|era|esta|vale|sirve|va)|es un error)\b|^(?:mal|incorrecto|falso|error|no exactamente)[,.:;!]+ ?\S+/,
    ],
    [
      'no & es mejor pon sino solo usa va',
      /^(?:no) (?!(?:se|hay|pasa|importa|tengo|puedo|estoy)\b)[^,]{2,60}, (?:sino|usa|mejor|es|pon|va|solo)\b/,
    ],
    [
      'no',
      /^[^,]{4,100}, (?:y )?no (?!(?:se|es|hay|pasa|verdad|importa|crees)\b)(?:en|el|la|los|las|con|a|al|de|del|por|_|[a-z]+)[\w _.-]{0,40}[.!]*$/,
    ],
    ['sin & el la las los mas un una', /^sin (?:el|la|los|las|un|una|mas)\b.{3,60}$/],
    [
      'dije habia he me pedi queria quise te',
      /^(?:te |ya )?(?:dije|he dicho|habia dicho|te pedi|pedi|queria decir|me referia|quise decir)\b.{4,}/,
    ],
    [
      'correccion en* mas* mejor pensandolo',
      /^(?:en realidad|correccion|mejor|mas bien|pensandolo bien)[,:]? \S.{6,}/,
    ],
    [
      'has te & confundes confundido entendido equivocado equivocas olvidado olvidaste roto saltado',
      /^(?:has|te has|te) (?:\S+ ){0,2}?(?:olvidado|equivocado|confundido|roto|saltado|entendido mal|equivocas|olvidaste|confundes)\b/,
    ],
    [
      'deshaz devuelve quita revierte vuelve & el eso esto la lo tu',
      /^(?:deshaz|revierte|quita|devuelve|vuelve a poner) (?:eso|esto|lo|el|la ultima|tu)\b/,
    ],
    [
      'cambiaste confundiste entendiste equivocaste invertiste mezclaste olvidaste pusiste',
      /^(?:te |me |lo |la )?(?:equivocaste|confundiste|invertiste|mezclaste|olvidaste|pusiste|cambiaste|entendiste)\b.{3,}/,
    ],
    ['no', /^(?:el|la|los|las|es|son|va|se)\b[^,]{2,80}, no [\w_.-]+[.!]*$/],
    [
      'al contrario equivocad* reves',
      /^(?:es )?(?:al reves|al contrario)\b.{3,}|^(?:\w+ ){1,2}equivocad[oa][,.:;!-]+ ?\S+/,
    ],
    [
      'deja mantien* & como quieto tal',
      /^(?:deja|manten) .{2,60}\b(?:como (?:estaba|esta|antes)|quiet[oa]|tal cual|en paz)\b/,
    ],
    [
      'no & hace necesitamos necesito queremos quiero',
      /^no (?:necesitamos|queremos|quiero|necesito|hace falta) \S.{3,}/,
    ],
  ],
  notCorrection:
    /\b(?:no pasa nada|no hay problema|no se si|no lo se|no te preocupes|quizas?|tal vez|no importa|no estoy seguro|sin problema|sin prisa)\b|^(?:si|cuando|por que|como|porque)\b/,
  bareCorrection: /^(?:(?:no|que no|mal|incorrecto|falso|eso no|asi no|esta mal|eso esta mal|para)[,.! ]*)+$/,

  ending: [
    [
      'anula borra cancela descarta ignora olvida olvidalo olvidate olvide quita',
      /^(?:porfa )?(?:olvida|olvide|olvidalo|olvidate de|ignora|borra|descarta|cancela|quita|anula)(?: (?:eso|esto|lo|esa regla|la (?:ultima )?regla|lo que (?:dije|he dicho|acabo de decir)[\w ]{0,10}))?(?: porfa)*[.!]*(?:$|, )/,
    ],
    [
      'esa esta la & norma regla',
      /^(?:esa|la|esta) (?:ultima )?(?:regla|norma) (?:ya no (?:vale|aplica|sirve|cuenta|rige)|queda (?:anulada|sin efecto)|fuera)\b/,
    ],
    [
      'dejalo eso esto me nada retiro',
      /^(?:eso|esto) ya no (?:vale|aplica|cuenta|sirve)\b|^(?:retiro|me retracto de) (?:lo dicho|eso|esa regla)\b|^nada, (?:olvidalo|dejalo)\b|^dejalo[.!]*$/,
    ],
  ],

  finding: [
    [
      'causa el la',
      /\b(?:la|el) (?:verdader[ao] )?(?:causa(?: raiz)?|problema|culpable|motivo|origen|fallo|error|bug|razon)(?: de \S+(?: \S+)?| del \S+| aqui| real)? ?(?:es|era|esta|estaba|fue|viene|venia|:)\b.{8,}|^(?:la )?causa(?: raiz)? ?: .{8,}/,
    ],
    ['result resulta resulto', /\b(?:resulta que|resulto que|result[ao] ser)\b/],
    [
      'acaba falla fallaba fallo no se',
      /\b(?:falla|fallaba|fallo|se rompe|se cuelga|acaba en|no (?:funciona|arranca|persiste|compila|carga))\b.{2,100}(?:\b(?:porque|pues|ya que|debido)\b|:).{6,}/,
    ],
    [
      'causad debido originad proviene provocad se venia viene',
      /\b(?:causad|provocad|originad)[oa]s? por\b|\b(?:se debe|se debia|debido) a\b.{6,}|\b(?:venia|viene|proviene) de(?:l)?\b.{6,}(?<=\b(?:error|fallo|lentitud|problema|duplicad\w*|retraso|fuga)\w*\b.{0,160})/,
    ],
    [
      'solo & acepta funciona ocurre pasa se sirve vale',
      /\bsolo (?:funciona|vale|sirve|acepta|se aplica|ocurre|pasa)\b.{2,}\b(?:con|si|cuando|en|para)\b/,
    ],
    ['en silenciosamente sin', /\b(?:silenciosamente|en silencio|sin (?:avisar|dar error|ningun error))\b/],
    [
      'he intente probe & descarte deshice lo no pero reverti sin volvi',
      /\b(?:probe|intente|he probado|he intentado)\b.{3,160}\b(?:pero|no (?:sirve|funciona|ayuda|cambia|ayudo|basta)|sin exito|lo quite|descarte|reverti|deshice|volvi)\b/,
    ],
    [
      'descarte deshice lo reverti & porque pues ya',
      /\b(?:descarte|reverti|deshice|lo quite)\b.{2,80}\b(?:porque|pues|ya que)\b/,
    ],
    [
      'decidi deje elegi escogi mantuve me opte preferi & antes en porque pues y ya',
      /\b(?:preferi|elegi|opte por|escogi|me quede con|mantuve|deje|decidi)\b.{3,160}\b(?:porque|pues|ya que|en vez de|en lugar de|antes que|y no)\b.{4,}/,
    ],
    [
      'debe espera exige necesita requiere & de o si',
      /\b(?:necesita|requiere|debe|exige|espera)\b.{3,120}\b(?:si no|de lo contrario|o falla)\b/,
    ],
    ['atencion cuidado curiosidad nota ojo*', /^(?:ojo|atencion|cuidado|nota|curiosidad)[:,] .{10,}/],
  ],
  notFinding:
    /\b(?:quizas?|tal vez|podria|probablemente|voy a|quieres que|si quieres|siguiente paso|revisare|compruebo si)\b|:$/,
};
