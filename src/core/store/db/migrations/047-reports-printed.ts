// Which reports of results of a registration went to a printer: people are told of them once the laboratory has changed what is in them.

export const reportsPrinted = `
CREATE INDEX print_job_document ON print_job (json_extract(document, '$.registrationId')) WHERE document IS NOT NULL;
`;
