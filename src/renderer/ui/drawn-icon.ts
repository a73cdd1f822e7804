// An icon of one path. The build makes all icons of the library with it, see `build/icons.ts`.
import { createElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  size?: number | string;
}

/**
 * The component of an icon, with the props of the library's own. `path`: in a square of 24 units. What all icons have in common
 * stands once in `base.css`, under `lucide`, and not as attributes of each.
 *
 * @example const Bar = drawnIcon('M2 2h20'); <Bar aria-hidden="true" size={16} />
 */
export function drawnIcon(path: string) {
  // The same element each time: there is nothing in it to be compared.
  const shape = createElement('path', { d: path });
  return function DrawnIcon({ size = 24, strokeWidth = 2, className, ...others }: IconProps) {
    const isNamed = others['aria-label'] !== undefined || others.role !== undefined;
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        strokeWidth,
        className: className === undefined ? 'lucide' : `lucide ${className}`,
        'aria-hidden': isNamed ? undefined : true,
        ...others,
      },
      shape,
    );
  };
}
