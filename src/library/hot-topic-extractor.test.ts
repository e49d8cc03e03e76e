import { describe, expect, it } from 'vitest';
import { HotTopicExtractor } from './hot-topic-extractor.ts';

describe('HotTopicExtractor', () => {
  it('knows what a session on a project was about', () => {
    const topics = new HotTopicExtractor();
    topics.recordExecWorkdir('/home/user/Projects/lbf-ham-radio');
    topics.recordWorkingMemoryLabel('ft991a control');
    topics.recordMemoryAccess(['ham radio', 'coding']);
    topics.recordText('Does the ft991a answer over ham radio?');
    expect(topics.getCurrentTopics()).toEqual(
      expect.arrayContaining(['ft991a', 'ham radio', 'lbf-ham-radio']),
    );
    expect(topics.getActiveProjects()).toEqual(['lbf-ham-radio']);
  });

  it('gives twenty topics, or as many as are asked for', () => {
    const topics = new HotTopicExtractor();
    for (let i = 0; i < 60; i++) topics.recordWorkingMemoryLabel(`widget${i}x`);
    expect(topics.getCurrentTopics()).toHaveLength(20);
    expect(topics.getTopN(7)).toEqual(topics.getCurrentTopics().slice(0, 7));
    expect(topics.getCurrentTopics(0)).toEqual([]);
  });

  it('never names a stopword, its own or a given one', () => {
    const topics = new HotTopicExtractor({ stopwords: ['Helios'] });
    topics.recordText('the helios serial port and the helios of the file');
    topics.recordWorkingMemoryLabel('helios');
    expect(topics.getCurrentTopics().join(' ')).not.toMatch(/helio|\bthe\b/);
    expect([...topics.getFrequencyMap().keys()].join(' ')).not.toContain('helio');
    expect(topics.getCurrentTopics()).toContain('serial');
  });

  it('weighs a text as it is told to', () => {
    const weight = (factor: number) => {
      const topics = new HotTopicExtractor();
      topics.recordText('serial', factor);
      return topics.getFrequencyMap().get('serial') ?? 0;
    };
    expect(weight(2)).toBeCloseTo(2 * weight(1), 5);
    expect(weight(0.5)).toBeCloseTo(0.5 * weight(1), 5);
    expect(weight(0)).toBe(0);
  });

  it('reads the projects of tools and messages', () => {
    const topics = new HotTopicExtractor();
    topics.recordToolCall('Bash', {
      command: 'go test ./...',
      workdir: '/home/user/Projects/hydra',
    });
    topics.recordToolCall('Edit', { file_path: '/home/user/Projects/cerberus/index.py' });
    topics.recordSynapseSignal('see /home/user/Projects/hydra/proxy.go', 'builder');
    topics.recordSynapseSubject('nothing in particular');
    expect(topics.getActiveProjects()).toEqual(['hydra', 'cerberus']);
    expect(topics.getFrequencyMap().has('builder')).toBe(true);
  });

  it('remembers what was learnt, once each', () => {
    const topics = new HotTopicExtractor();
    for (const id of ['m1', 'm2', 'm1']) topics.recordLearningId(id);
    expect(topics.getRecentLearningIds()).toEqual(['m1', 'm2']);
    expect(topics.getAllLearningIds()).toEqual(['m1', 'm2']);
  });
});
