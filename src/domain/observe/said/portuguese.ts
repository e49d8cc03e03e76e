import { type Language, PLATFORM } from './language.ts';

export const portuguese: Language = {
  spellings: [
    [/\b(?:repositorio|projeto|projecto)\b/g, 'repo'],
    [/\bpor favor\b,? ?/g, 'porfa '],
    [/\bpfv?\b/g, 'porfa'],
    [/\bvc\b/g, 'voce'],
    [/\bn\b/g, 'nao'],
  ],
  openers:
    /^(?:(?:ok|okay|certo|bem|muito bem|bom|otimo|perfeito|legal|beleza|valeu|obrigad[oa]|sim|nao(?=[,.!:])|e|mas|entao|ah|tambem|alem disso|a proposito|outra coisa|mais uma coisa|importante|nota|lembrete|porfa|olha|espera|desculpa|pronto|isso)\b ?[,.:!–—-]* *)+/,
  clause: /(?:[,:;–—]| -) ?(?:e |mas |entao |porfa )*|\b(?:e|mas) (?:porfa |tambem )*/g,

  rule: [
    [
      'a como daqui de doravante em no nunca por sem sempre toda todas via',
      /\b(?:a partir de (?:agora|hoje|ja)|daqui (?:pra|para) (?:a )?frente|de agora em diante|daqui em diante|doravante|no futuro|de uma vez por todas|toda vez que (?:voce |tu )?(?!falha|da |eu )\w+|sempre que (?:voce |tu )?(?!falha|da |eu |rodo)\w+|todas as vezes|toda vez(?! que)|em hipotese alguma|em nenhum caso|de jeito nenhum|nunca mais|via de regra|como regra|por regra|por padrao,|sem excec(?:ao|oes)|em todos os casos)\b/,
    ],
    [
      'jamais nunca sempre',
      /^(?:porfa )?(?:nunca|jamais|sempre) (?!(?:foi|funcion\w+|falha|falhou|deu|da|tive|vi|acontece|e|era|esta|estava|me da|teve)\b)\S+/,
    ],
    [
      'jamais nunca sempre',
      /^(?!(?:isso|isto|ess[ea]|est[ea]|o (?:teste|erro|servidor|campo|botao)|a (?:pagina|build|funcao)|por que|eu|ele|ela)\b)\S+ (?:\S+ ){0,6}?(?:sempre|nunca|jamais)\b(?! (?:foi|funcionou|funciona|falha|falhou|deu))(?<!\b(?:funciona|falha|da|e|era|esta) (?:sempre|nunca))/,
    ],
    [
      'nao & aceitamos apagamos colocamos commitamos escrevemos faz fazemos guardamos mandamos mergeamos mexemos misturamos mockamos permitimos subimos testamos usa usamos',
      /^(?:aqui |nos |a gente )?nao (?:usamos|usa|fazemos|faz|subimos|commitamos|mergeamos|testamos|mockamos|escrevemos|mexemos|mandamos|guardamos|aceitamos|permitimos|misturamos|colocamos|apagamos) (?!(?:isso|isto|ainda|nada disso)\b)\S+/,
    ],
    [
      'aqui entre n* na no & a as cada e fazemos nao ninguem nunca o os se sempre so todas todos tudo usamos',
      /^(?:aqui|n(?:este|o nosso|a nossa) (?:repo|time|equipe|codigo|empresa|casa)|na empresa|no time|na equipe|entre nos)(?: na empresa| no time| em casa| no repo)?,? (?:nao|se|ninguem|tudo|todos|todas|sempre|nunca|usamos|fazemos|a gente|os|as|o|so|cada|e)\b/,
    ],
    [
      'a colocamos escrevemos guardamos nomeamos preferimos trabalhamos usamos & aqui e em nao neste nunca',
      /^(?:usamos|escrevemos|preferimos|trabalhamos|nomeamos|colocamos|guardamos|a gente usa|a gente escreve) .{2,100}(?:\b(?:em todo lugar|em tudo|em todo o (?:repo|codigo)|neste (?:repo|time)|e nao|nao (?:o|a|os|as)|aqui)\b|, (?:nao|nunca) \S+)/,
    ],
    [
      'a as convencao minha norma nossa nossas politica regra uma',
      /\b(?:nossa|a|minha|uma|as|nossas) (?:regra|norma|convencao|politica|regras)s?(?: aqui| da casa| do time| de \S+)? ?(?:e|sao|diz|:)|^(?:regra|norma|convencao|politica)(?: da casa| de ouro)? ?:/,
    ],
    [
      'anota anote grava grave guarda guarde lembra lembrar lembre leve memorize nao tenha',
      /^(?:porfa |pode |poderia )?(?:lembre|lembra|lembre-se|lembrar|anote|anota|nao esqueca|nao se esqueca|nao esquece|memorize|guarde|guarda|tenha em mente|leve em conta|grave|grava)(?: bem| sempre| isso| isto| porfa| ai)*(?:,|:| que| de (?:nao|sempre|que)| para| sempre)(?! (?:o|a) (?:vez|dia))/,
    ],
    [
      'chega deixar deixe para parar pare & de',
      /^(?:pode |poderia |porfa |voce pode )*(?:pare|para|parar|deixe|deixar|chega) (?:ja )?de \w+(?:ar|er|ir|ando|por)\b(?! (?:o|a) (?:servidor|processo))/,
    ],
    [
      'nao & quero',
      /^nao quero (?:mais |ver |que |nenhum\w* )*.{2,100}(?:\b(?:mais|nunca|nenhum\w*|jamais|sem|de novo|n[oa]s? (?:codigo|repo|commits?|logs?|testes?|mensagens))\b)/,
    ],
    [
      'gostaria preciso preferia prefiro quero te',
      /^(?:quero|prefiro|gostaria|preciso|preferia|te peco) (?:que )?(?:sempre|nunca|cada|todos|todas)\b|^(?:prefiro|preferia) que (?:voce |me |nao |sempre |use|escreva|responda|faca)|^prefiro (?!(?:a|o|essa|esse|esta|este|opcao|isso|isto)\b)\S+ (?:\S+ ){0,4}?(?:a|do que|em vez de|ao inves)\b/,
    ],
    [
      'nada nao nenhum nunca & sem',
      /^(?:nao|nada|nenhum\w*|nunca) .{2,100}\bsem (?:perguntar|me|consultar|avisar|meu|minha|que eu|permissao|testes?|ticket|revisao|aprovacao|falar)\b/,
    ],
    [
      'chega nada nenhum sem',
      /^(?:nada de|chega de|sem mais|nenhum\w*) (?!(?:isso|problema|momento)\b)\S+.{3,}/,
    ],
    [
      'avise consulte me pergunta pergunte & antes',
      /^(?:porfa )?(?:pergunte\w*|pergunta\w*|consulte\w*|avise\w*|me (?:pergunte|pergunta|avise|avisa|consulte)) (?:sempre |primeiro |porfa )*antes de\b(?! (?:comecar|seguir|continuar))/,
    ],
    [
      'antes depois',
      /^(?:antes|depois) de (?:cada|todo|toda|qualquer)\b.{3,}|^.{4,100}\b(?:antes|depois) de cada (?:commit|push|merge|release|mudanca|deploy|pr)\b/,
    ],
    ['em na se', /^(?:em caso de duvida|na duvida|se (?:tiver|estiver em) duvida|se nao tiver certeza)\b/],
    [
      'ninguem & altera apaga commita deve faz mergeia mexe pode sobe toca',
      /\bninguem(?: alem de \w+| exceto \w+| mais)? (?:\w+ )?(?:faz|sobe|mergeia|mexe|toca|altera|pode|deve|commita|apaga)\b(?!.{0,40}\b(?:entende|sabe)\b)/,
    ],
    [
      'as cada os qualquer toda todas todo todos & com comeca deve em fica leva precisa se tem usa* vai vao',
      /^(?:cada|todo|toda|todos os|todas as|qualquer|os novos|as novas) (?:\S+ ){1,6}?(?:leva\w*|deve\w*|tem (?:que|de|seu|um)|precisa\w*|vai|vao|comeca\w*|fica\w*|usa\w*|se (?:escreve|guarda|nomeia|testa)\w*|em (?:portugues|ingles)|com)\b(?!.{0,40}\bpassar\b)/,
    ],
    [
      'e esta estao fica ficam nao sao',
      /\b(?:e|sao|esta|estao|fica|ficam) (?:totalmente |estritamente |absolutamente )*(?:proibid\w+|vetad\w+|intocave\w+|obrigatori\w+|sagrad\w+|tabu|fora dos? limites?|inegociave\w+)\b|\bnao se (?:mexe|toca|usa|altera)\w*\b/,
    ],
    [
      'nao & deve pode',
      /\bnao (?:deve\w*|pode\w*) (?:nunca |jamais )?(?:aparecer|sair|estar|conter|ir|ser (?:guardad|logad|commitad)\w*|ficar|entrar)\b.{2,80}\b(?:logs?|codigo|repo|commits?|testes?|producao|main|mensagens|banco)\b/,
    ],
    [
      'diga escreva prefira usa use utilize & nao nunca',
      /^(?:porfa )?(?:use|usa|utilize|escreva|diga|prefira) (?!(?:o|a|os|as|esse|essa|este|esta) )[^,;]{1,60},? (?:e )?(?:nao|nunca) (?!(?:se|faz|te|me|sei)\b)\S+/,
    ],
    [
      'branches comentarios comente commits datas escreva escreve fala fale horarios me mensagens nomes precos redija responda responde testes valores',
      /^(?:porfa )?(?:responda|responde|escreva|escreve|fale|fala|comente|redija|me (?:responda|chame|trate)) (?:\S+ ){0,6}?(?:em (?:portugues|ingles|frases)|de (?:voce|senhor)|breve\w*|curto)\b|^(?:os |as )?(?:mensagens de commit|commits|comentarios|nomes de \w+|branches|datas|valores|precos|horarios|testes) (?:\S+ ){0,4}?(?:em (?:portugues|ingles|utc|reais|centavos)|sempre|nunca|devem|comecam|vao (?:em|com)|ficam)\b/,
    ],
    [
      'em isso vale',
      /\bisso (?:vale|serve|se aplica) (?:pra|para|a) (?:tudo|todos|todas|qualquer)\b|\bvale (?:pra|para) tudo\b|\bem todo lugar(?:, porfa)?[.!]*$/,
    ],
    [
      'nao & coloque commite deixe escreva faca guarde mencione mexa misture ponha suba use',
      /^nao (?:coloque|ponha|use|escreva|deixe|suba|guarde|misture|mexa|faca|mencione|commite) (?!(?:isso|isto|o|a|esse|essa|nada)\b)\S+.{2,60}\b(?:em|no|na|nos|nas|sem|dentro)\b .{2,}/,
    ],
    ['evita evite nem', /^(?:porfa )?(?:evite|evita) (?!(?:isso|isto)\b)\S.{3,}|^nem pense em\b/],
    [
      'compati deve precisa tem & api com em na no',
      new RegExp(
        `^(?:(?:isso |tudo |o codigo |o app )?(?:tem que|tem de|precisa|deve) (?:continuar )?(?:rodar|rodando|funcionar|funcionando|compilar) (?:no|na|em|com) (?:o |a )?${PLATFORM}|(?:mantenha|mantem|preserve) (?:a )?compatibilidade com (?:o |a )?${PLATFORM}|a api (?:publica )?(?:tem que|precisa|deve) (?:continuar|permanecer|ficar) compativel)`,
      ),
    ],
  ],
  seal: [
    [
      'isso isto o & conta se serve vale',
      /^(?:e )?(?:isso|isto|o mesmo) (?:vale|se aplica|serve|conta) (?:para|pra|em|sempre|a)\b/,
    ],
    [
      'e* jamais nao* nunca ponto sem* sempre toda',
      /^(?:sempre|nunca|jamais|sem excec(?:ao|oes)|ponto(?: final)?|toda vez|e (?:a|nossa|uma) (?:regra|norma)[\w ]{0,20}|e assim que (?:fazemos|a gente faz|trabalhamos)[\w ]{0,20}|nao e negociavel|e obrigatorio)[.!]*$/,
    ],
    [
      'anota anote grave guarde lembra lembre nao tenha',
      /^(?:porfa )?(?:lembre-se|lembra|lembre|anote|anota|nao esqueca|nao esquece|guarde|grave|tenha em mente)(?: disso| isso| bem| sempre| porfa| para \w+(?: \w+)*)*[.!]*$/,
    ],
    ['nao & me quero vou', /^(?:e )?nao (?:quero|me faca|vou) (?:ter que )?repetir\b/],
  ],
  passing:
    /\b(?:para|pra) (?:a |as |o |os )?(?:demo|apresentacao|capturas?|reproducao|medicao|ensaio)\b|\be (?:ve|veja|olha|verifica|me diz) (?:se|o que)\b|\b(?:p(?:a)?ra ess?t?[ea] (?:teste|pr|commit|branch|caso|arquivo|demo|entrega|ticket)|mais uma vez|de novo|por (?:enquanto|agora|ora)|no momento|desta vez|dessa vez|so (?:desta|dessa|essa|hoje|uma) ?(?:vez)?|hoje(?! em diante)|amanha|ainda nao|temporariamente|provisori\w*|n(?:este|esse) (?:arquivo|caso|commit|teste) ?(?:so|,|$|\.)|so (?:para|pra|n[oa]) (?:este|esta|esse|essa)\b|ate (?:que eu|eu voltar|amanha|segunda|segunda ordem)|primeiro tenta)\b/,
  notRule:
    /^(?!se\b)(?:\S+ ){1,4}(?:diz|disse|dizia|fala|falou|acha|afirma|pensa|escreveu|indica|pede|pediu) que\b|^antes,? (?!de\b)|\b(?:antigamente|anteriormente|naquela epoca|ate agora|ano passado|semana passada|mes passado)\b|^cada (?:usuari[oa]|cliente|visitante|linha|celula|cartao|pagina|produto|pedido|jogador|paciente|entrada)\b|^(?:o|a|os|as|noss[oa]s?) (?:clientes?|usuari[oa]s?|designer\w*) (?:quer|querem|deseja\w*|pede\w*|exige\w*|prefere\w*) |\ba partir d[ao] (?:linha|pagina|versao|passo|coluna)\b|^(?:o|a|est[ea]|ess[ea]|noss[oa]) (?:botao|campo|funcao|metodo|pagina|dialogo|menu|lista|etiqueta|cabecalho|rodape|icone|formulario|cache|componente|endpoint|parser|laco|contador|valor|temporizador|cursor|janela|saida|coluna|linha|consulta|cliente|servidor|texto|titulo|link|barra|filtro|classe|app|aplicativo|aplicacao|site|tabela|interface|bot)\b(?: \S+){0,4}? (?:deve|deveria|tem que|pode|precisa)\b|^(?:nos |a gente )?(?:nunca|sempre) (?:terminamos|chegamos|conseguimos|acabamos|fizemos|tivemos|pudemos|fomos|vimos|estivemos|comecamos|encontramos|ficamos|terminou|chegou|conseguiu|acabou|fez)\b|\b(?:haha\w*|kkk+|rsrs\w*|lol|sim claro|claro que sim|brincadeira|to brincando|boa ideia|talvez|sera que|me pergunto|imagina|suponha\w*|e se|seria|deveriamos|o readme (?:fala|diz)|a documentacao (?:\S+ ){0,3}diz|segundo|dizem que)\b|^(?:por ?que|como|quando|quem|que|qual|onde|devemos|deveria\w*|sera) |^(?:isso|isto|o \w+|a \w+) (?:nunca |sempre )(?:foi|funcionou|funciona|falha|falhou|deu|recebeu|reclama|termina|acaba|chega)\b|^(?:ele|ela|eles) (?:nunca|sempre)\b/,
  foreign:
    /\b(?:diz|disse|dizem|fala|pensa|segundo|talvez|se (?!tiver|estiver|voce|mexer)|seria|poderia|porque|ja que|esta escrito)\b|^(?:adicione|adiciona|crie|cria|escreva|implemente|faca|corrija|teste|verifique)\w* [^,:]*[:,] /,
  wish: /^(?:(?:e|ok|beleza|valeu|obrigado|porfa)[,.! ]*)*(?:pode|poderia|consegue|voce pode|voce poderia|da pra) (?:porfa |por gentileza )*(?:parar|sempre|nao|lembrar|evitar|deixar de|a partir)\b|, (?:ok|ta|beleza|entendido|combinado|certo|porfa|ta bom)\?$/,

  correction: [
    ['espera nao* para pera', /^(?:nao|espera|pera|para)(?:[,.!:;–—-]+| -| espera)+ ?\S.{5,}/],
    [
      'nao',
      /^nao (?:nao|em|e|era|use|usa|coloque|coloca|faca|faz|mexa|mexe|o|a|os|as|quero|assim|com|isso|apague|mude|precisa|precisamos)\b.{4,}/,
    ],
    [
      'assim errado esta falso incorreto isso isto nao* ta',
      /^(?:isso|isto|assim|ta|esta) (?:ta |esta |nao |e )*(?:errad[oa]|incorret[oa]|fals[oa]|nao (?:e|era|esta|vale|serve)|um erro|certo(?<=nao .{0,10}certo))\b|^(?:errado|incorreto|falso|nao exatamente)[,.:;!]+ ?\S+/,
    ],
    [
      'nao & e mas melhor so usa use',
      /^nao (?!(?:sei|ha|tem|importa|tenho|posso|estou)\b)[^,]{2,60}, (?:mas sim|e sim|use|usa|melhor|e|so)\b/,
    ],
    [
      'nao',
      /^[^,]{4,100}, (?:e )?nao (?!(?:sei|e|ha|verdade|importa|acha)\b)(?:em|no|na|o|a|os|as|com|ao|de|do|da|por|_|[a-z]+)[\w _.-]{0,40}[.!]*$/,
    ],
    ['sem & a as o os um uma', /^(?:sem) (?:o|a|os|as|um|uma)\b.{3,60}$/],
    [
      'disse falei me pedi quis tinha',
      /^(?:eu |ja )*(?:disse|falei|pedi|quis dizer|me referia|tinha dito)\b.{4,}/,
    ],
    ['alias correcao melhor na* pensando', /^(?:na verdade|correcao|melhor|alias|pensando bem)[,:]? \S.{6,}/],
    [
      'voce & apagou colocou confundiu entendeu errou esqueceu inverteu misturou pulou quebrou se trocou',
      /^voce (?:\S+ ){0,2}?(?:esqueceu|errou|confundiu|quebrou|pulou|entendeu errado|se enganou|trocou|inverteu|misturou|colocou|apagou)\b/,
    ],
    [
      'desfaca desfaz reverta reverte tira volta volte & a essa esse isso isto o',
      /^(?:desfaz|desfaca|reverte|reverta) (?:isso|isto|o|a|essa|esse)\b|^(?:tira|volta|volte) (?:isso|isto|o ultimo|a ultima|essa|esse)\b/,
    ],
    ['contrario errad*', /^(?:e )?(?:ao|o) contrario\b.{3,}|^(?:\w+ ){1,2}errad[oa][,.:;!-]+ ?\S+/],
    [
      'deixa deixe mantem mantenha & como quieto tal',
      /^(?:deixa|deixe|mantem|mantenha) .{2,60}\b(?:como (?:estava|esta|antes)|quiet[oa]|tal qual|em paz)\b/,
    ],
    [
      'nao & precisa precisamos preciso queremos quero',
      /^nao (?:precisamos|queremos|quero|preciso|precisa) \S.{3,}/,
    ],
  ],
  notCorrection:
    /\b(?:sem problema|nao tem problema|nao sei|nao se preocupe|talvez|nao importa|nao tenho certeza|sem pressa)\b|^(?:se|quando|por ?que|como|porque)\b/,
  bareCorrection:
    /^(?:(?:nao|errado|incorreto|falso|isso nao|assim nao|ta errado|esta errado|para)[,.! ]*)+$/,

  ending: [
    [
      'anule apaga apague cancela cancele deixa deixe descarte esqueca esquece ignora ignore',
      /^(?:porfa )?(?:esqueca|esquece|ignore|ignora|apague|apaga|descarte|cancele|cancela|anule|deixa pra la|deixe para la)(?: (?:isso|isto|essa regra|a (?:ultima )?regra|o que (?:eu )?(?:disse|falei)[\w ]{0,10}))?(?: porfa)*[.!]*(?:$|, )/,
    ],
    [
      'a essa esta & norma regra',
      /^(?:essa|a|esta) (?:ultima )?(?:regra|norma) (?:nao (?:vale|se aplica|conta) mais|ja nao vale|esta cancelada|caiu)\b/,
    ],
    [
      'isso isto retiro',
      /^(?:isso|isto) nao (?:vale|se aplica|conta) mais\b|^retiro o que (?:eu )?(?:disse|falei)\b/,
    ],
  ],

  finding: [
    [
      'a causa o',
      /\b(?:a|o) (?:verdadeir[ao] )?(?:causa(?: raiz)?|problema|culpado|motivo|origem|falha|erro|bug|razao)(?: d[aeo]s? \S+(?: \S+)?| aqui| real)? ?(?:e|era|esta|estava|foi|vem|vinha|:)\b.{8,}|^(?:a )?causa(?: raiz)? ?: .{8,}/,
    ],
    ['acabou acontece descobri no', /\b(?:acontece que|descobri que|no fim das contas|acabou que)\b/],
    [
      'acaba falha falhava falhou nao quebra trava',
      /\b(?:falha|falhava|falhou|quebra|trava|acaba em|nao (?:funciona|persiste|compila|carrega|roda))\b.{2,100}(?:\b(?:porque|pois|ja que|devido)\b|:).{6,}/,
    ],
    [
      'causad devia devido originad provocad se',
      /\b(?:causad|provocad|originad)[oa]s? (?:por|pel[oa]s?)\b|\b(?:se deve|devia-se|devido) a[os]?\b.{6,}/,
    ],
    [
      'so & aceita acontece funciona ocorre se serve vale',
      /\bso (?:funciona|vale|serve|aceita|se aplica|ocorre|acontece)\b.{2,}\b(?:com|se|quando|em|para|no|na)\b/,
    ],
    ['em sem silenciosamente', /\b(?:silenciosamente|em silencio|sem (?:avisar|dar erro|nenhum erro))\b/],
    [
      'experimentei tentei testei & descartei desfiz mas nao removi reverti sem voltei',
      /\b(?:tentei|testei|experimentei)\b.{3,160}\b(?:mas|nao (?:serve|funciona|ajuda|ajudou|adianta|adiantou|mudou)|sem sucesso|removi|descartei|reverti|desfiz|voltei)\b/,
    ],
    [
      'descartei desfiz reverti & ja pois porque',
      /\b(?:descartei|reverti|desfiz)\b.{2,80}\b(?:porque|pois|ja que)\b/,
    ],
    [
      'decidi deixei escolhi fiquei mantive optei preferi & ao e em ja pois porque',
      /\b(?:preferi|escolhi|optei por|fiquei com|mantive|deixei|decidi)\b.{3,160}\b(?:porque|pois|ja que|em vez de|ao inves|em lugar de|e nao)\b.{4,}/,
    ],
    [
      'deve espera exige precisa requer & caso ou senao',
      /\b(?:precisa|requer|deve|exige|espera)\b.{3,120}\b(?:senao|caso contrario|ou falha)\b/,
    ],
    ['atencao cuidado curiosidade nota vale', /^(?:atencao|cuidado|nota|curiosidade|vale saber)[:,] .{10,}/],
  ],
  notFinding: /\b(?:talvez|poderia|provavelmente|vou|quer que|se quiser|proximo passo|verificarei)\b|:$/,
};
