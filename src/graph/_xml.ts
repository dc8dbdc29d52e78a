/** The one place that names the XML parser. */
import { parseXml, type XmlElement, XmlNode } from "npm:@rgrove/parse-xml@4.2.0";

/** One element with its attributes. */
export interface XmlTag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** All elements of a document in source order; empty when it is broken. */
export function xmlTags(text: string): XmlTag[] {
  const tags: XmlTag[] = [];
  try {
    const open: XmlElement[] = [];
    const push = (nodes: readonly { type: string }[]): void => {
      for (let index = nodes.length - 1; index >= 0; index--) {
        if (nodes[index]!.type === XmlNode.TYPE_ELEMENT) open.push(nodes[index] as XmlElement);
      }
    };
    push(parseXml(text.replace(/^\uFEFF/, "").trimStart()).children);
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      tags.push({ name: element.name, attributes: element.attributes });
      push(element.children);
    }
  } catch {
    return [];
  }
  return tags;
}
