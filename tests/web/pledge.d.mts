export function pledgeOf(
    link: string,
    deal: number,
    seat: number,
    hash: string,
    part: string,
): string;
