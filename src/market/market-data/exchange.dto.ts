import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText } from '../../infra/http/input/validation.js';

export class OrderNumberParam {
  @ApiProperty({ description: "The exchange's number for the order: digits only." })
  @Matches(/^\d{1,40}$/, { message: 'orderNumber must be 1 to 40 digits' })
  orderNumber!: string;
}

export class BrokerParam {
  @ApiProperty({ description: 'Code of a broker.' })
  @IsPlainText(40)
  code!: string;
}

export class AccountParam {
  @ApiProperty({ description: 'CDS account number of a client.' })
  @IsPlainText(40)
  number!: string;
}

export class TradesQuery extends PageQuery {
  @ApiProperty({ description: 'Trading date, YYYY-MM-DD.' })
  @IsCalendarDate()
  date!: string;

  @ApiPropertyOptional({
    description: 'The filter; All is the only documented value.',
    default: 'All',
  })
  @IsOptional()
  @IsPlainText(40)
  status = 'All';
}
