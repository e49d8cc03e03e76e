/** How a rule says that it holds beyond its repository: English, German, French, Spanish, Portuguese, Chinese. */
const ALL_WORK =
  /\b(?:all|every|each|any)(?: of)?(?: my| our| the| your)? (?:other )?(?:repos?|repositor(?:y|ies)|codebases?)\b|\b(?:all|every)(?: one)?(?: of)? (?:my|our) (?:other )?(?:projects?|work)\b|\b(?:alle[nrm]?|jede[mnrs]?)(?: (?:meine|unsere)[nr]?)? (?:repos?|repositor(?:y|ies))\b|\balle[nr]? (?:meine|unsere)[nr]? projekten?\b|\b(?:tous (?:mes|nos)|toutes (?:mes|nos)) (?:projets|bases de code)\b|\b(?:tous (?:mes |nos |les )|chaque )(?:d[ée]p[ôo]ts?|repos?)\b|\btodos (?:mis|nuestros) proyectos\b|\b(?:todos (?:mis |nuestros |los )|cada )(?:repositorios?|repos?)\b|\btodos os (?:meus|nossos) projetos\b|\b(?:todos os (?:meus |nossos )?|cada )(?:reposit[óo]rios?|repos?)(?!\w)|(?:我的?所有|所有我?的?)(?:项目|仓库|代码库)/;

/** Whether a person's rule is meant for all of their work, and not for the repository in which they say it. */
export function isForAllWork(rule: string): boolean {
  return ALL_WORK.test(rule.toLowerCase());
}
