import { IconBoxMultiple } from '../../../ui/icons/box-multiple';
import { IconBrush } from '../../../ui/icons/brush';
import { IconFileText } from '../../../ui/icons/file-text';
import { IconFolder } from '../../../ui/icons/folder';
import { IconForms } from '../../../ui/icons/forms';
import { IconKeyboard } from '../../../ui/icons/keyboard';
import { IconPhoto } from '../../../ui/icons/photo';
import { IconPuzzle } from '../../../ui/icons/puzzle';
import { IconSettings } from '../../../ui/icons/settings';
import { IconVideo } from '../../../ui/icons/video';
import { IconVolume } from '../../../ui/icons/volume';
import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import type {
  PluginGroup,
  TimelinePlugins,
} from '../../../../../contracts/timeline/timeline-plugins';

const groups: Record<PluginGroup, typeof IconKeyboard> = {
  text: IconKeyboard,
  image: IconPhoto,
  audio: IconVolume,
  video: IconVideo,
  canvas: IconBrush,
  task: IconPuzzle,
  questions: IconForms,
  control: IconSettings,
};

export function PluginIcon({ plugin, plugins }: { plugin: string; plugins: TimelinePlugins }) {
  const group = plugins[plugin]?.group;
  const Icon = plugin === 'instructions' ? IconFileText : group ? groups[group] : IconBoxMultiple;
  return <Icon size={18} stroke={1.6} aria-hidden />;
}

export const NodeIcon = ({ node, plugins }: { node: TimelineNode; plugins: TimelinePlugins }) =>
  node.type === 'block' ? (
    <IconFolder size={18} stroke={1.6} aria-hidden />
  ) : (
    <PluginIcon plugin={node.plugin} plugins={plugins} />
  );
