/** First bytes of a request to a service that a statement's risks are asked of; not addresses, cadastre nor tiles. */
export const RISK_SERVICES = /^\w+ \/(?:georisques|geopf\/(?:wfs|wms-v)|apicarto\/api\/gpu)/;
